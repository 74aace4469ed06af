/**
 * The rules of the house as tests: rooms and arrows, bans, names, and the headers of the Lua files.
 * They read classes and files, do no I/O beyond that, and run with the unit tests.
 */
@NullMarked
package dev.punctual.arch;

import org.jspecify.annotations.NullMarked;
