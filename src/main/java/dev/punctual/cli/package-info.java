/**
 * Commands of the runnable jar beside the server itself.
 * Each is thin: it reads its arguments, calls the core or the service, and prints.
 */
@NullMarked
package dev.punctual.cli;

import org.jspecify.annotations.NullMarked;
