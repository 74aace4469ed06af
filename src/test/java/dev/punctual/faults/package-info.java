/**
 * How services of this kind have failed in public, each tried on ours: lost and forged notifications, foreign keys, gaps,
 * wrong clocks, crashes. The whole service in its own JVM, on a Redis that a test may mistreat.
 */
@NullMarked
package dev.punctual.faults;

import org.jspecify.annotations.NullMarked;
