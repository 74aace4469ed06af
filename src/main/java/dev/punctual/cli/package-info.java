/**
 * The command line of a running service, {@code scripts/punctual}.
 * Each command is thin: it reads its arguments, calls the service or its Redis, and prints.
 */
@NullMarked
package dev.punctual.cli;

import org.jspecify.annotations.NullMarked;
