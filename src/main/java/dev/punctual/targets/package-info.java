/**
 * Where fired jobs go: one target for each kind that a queue can name.
 * A target hands a job over and reports how that ended; it decides nothing about retries.
 */
@NullMarked
package dev.punctual.targets;

import org.jspecify.annotations.NullMarked;
