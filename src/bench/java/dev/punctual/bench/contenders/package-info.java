/** The measures of all other systems, each a program of its own with the same verbs. */
package dev.punctual.bench.contenders;
