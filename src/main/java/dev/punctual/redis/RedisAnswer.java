package dev.punctual.redis;

import java.util.List;

/** What Redis answered to one command, in the types of its protocol. */
public sealed interface RedisAnswer {

    /** A word like OK. */
    record Status(String word) implements RedisAnswer {}

    /** A refusal. */
    record Failure(String message) implements RedisAnswer {}

    /** A whole number. */
    record Whole(long value) implements RedisAnswer {}

    /**
     * A string of any bytes.
     *
     * @param latin1 each byte as the character of that number
     */
    record Bulk(String latin1) implements RedisAnswer {}

    /** A list, nested or not. */
    record Many(List<RedisAnswer> items) implements RedisAnswer {}

    /** Nothing there. */
    record Nil() implements RedisAnswer {}
}
