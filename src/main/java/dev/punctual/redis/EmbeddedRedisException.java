package dev.punctual.redis;

import dev.punctual.core.PunctualException;

/** The embedded Redis could not be started; the message says why and what to do about it. */
public final class EmbeddedRedisException extends PunctualException {

    private static final long serialVersionUID = 1L;

    private static final String WAY_OUT = " Or set PUNCTUAL_REDIS_URI to a Redis of your own (redis://host:6379).";

    EmbeddedRedisException(String problem) {
        super(problem + WAY_OUT);
    }

    EmbeddedRedisException(String problem, Throwable cause) {
        super(problem + WAY_OUT, cause);
    }
}
