/**
 * The loops that fire jobs: fast path, nudger, reconciler, lease keeper and dispatcher.
 * They speak to the ports of the core and share one shape: start, stop, run once.
 */
@NullMarked
package dev.punctual.engine;

import org.jspecify.annotations.NullMarked;
