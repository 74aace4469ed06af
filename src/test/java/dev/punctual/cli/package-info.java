/**
 * The command line: arguments, words and exit codes without I/O, and every command against a service.
 * Commands run in this JVM, but for what only a process of its own can show.
 */
@NullMarked
package dev.punctual.cli;

import org.jspecify.annotations.NullMarked;
