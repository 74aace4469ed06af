/**
 * The whole service as a process of its own, over HTTP and on a real Redis.
 * What a client sends, what it is answered, and what arrives in the lists of its queues.
 */
@NullMarked
package dev.punctual.functional;

import org.jspecify.annotations.NullMarked;
