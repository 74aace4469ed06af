/**
 * What engineers build on Redis themselves, each as its author would write it, with Lettuce. None of them repairs what it
 * was built with: that is what the benchmark shows.
 */
package dev.punctual.bench.strategies;
