/**
 * The benchmark: measures the service as its users meet it, over HTTP and on a Redis of its own. Built under the profile
 * {@code bench} only.
 */
package dev.punctual.bench;
