/**
 * Everything that touches Redis: connections, key names, one class per Lua script, the embedded server.
 * No type of the Redis client leaves this package, and each of its errors is translated here once.
 */
@NullMarked
package dev.punctual.redis;

import org.jspecify.annotations.NullMarked;
