/**
 * HTTP: one resource per noun and one exception mapper per domain exception.
 * Requests become calls of the core here, and only here are errors answered.
 */
@NullMarked
package dev.punctual.resources;

import org.jspecify.annotations.NullMarked;
