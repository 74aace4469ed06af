/**
 * What an operator sees: metrics, health, the fire log and the notification probe.
 * It watches the core through its ports and changes nothing.
 */
@NullMarked
package dev.punctual.observe;

import org.jspecify.annotations.NullMarked;
