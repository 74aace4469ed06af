/** What is worth measuring inside of the service, under JMH: {@code scripts/bench jmh}. */
package dev.punctual.bench.jmh;
