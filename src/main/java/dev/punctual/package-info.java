/**
 * The hall: the application, its configuration and the wiring of all rooms.
 * Nothing else happens here, and no other package looks back at it.
 */
@NullMarked
package dev.punctual;

import org.jspecify.annotations.NullMarked;
