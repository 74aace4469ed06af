/**
 * The benchmark: measures the service as its users meet it, and whatever else they could build or take, on servers of its
 * own. Built under the profile {@code bench} only.
 */
package dev.punctual.bench;
