/**
 * The webhook against receivers that are well, slow, broken and hostile, all on loopback.
 * Nothing here connects to any other address.
 */
@NullMarked
package dev.punctual.targets;

import org.jspecify.annotations.NullMarked;
