/** The measures of the service itself. */
package dev.punctual.bench.punctual;
