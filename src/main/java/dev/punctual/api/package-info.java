/**
 * Wire records: what a client sends and what it is answered, with the validation of each.
 * They have no behaviour; the resources turn them into words of the core and back.
 */
@NullMarked
package dev.punctual.api;

import org.jspecify.annotations.NullMarked;
