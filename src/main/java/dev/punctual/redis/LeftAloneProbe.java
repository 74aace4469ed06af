package dev.punctual.redis;

import dev.punctual.core.PunctualException;
import dev.punctual.core.RedisFacts.Expiry;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a key outlives its TTL where nobody reads it, which no counter of Redis tells. MEMORY USAGE alone looks
 * at a key without expiring it.
 */
final class LeftAloneProbe {

    private static final Duration TTL = Duration.ofMillis(20);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final ScriptRunner runner;
    private final String key;

    LeftAloneProbe(ScriptRunner runner, String key) {
        this.runner = runner;
        this.key = key;
    }

    /**
     * One trial; it never throws.
     *
     * @param limit how long to wait for the removal at most
     */
    Expiry run(Duration limit) {
        try {
            long setNanos = System.nanoTime();
            runner.await(runner.command(redis -> redis.set(key, "0", SetArgs.Builder.px(TTL.toMillis()))));
            long expiryNanos = setNanos + TTL.toNanos();
            LockSupport.parkNanos(TTL.toNanos());
            Duration lag = lag(expiryNanos, expiryNanos + limit.toNanos());
            if (lag == null) {
                runner.await(runner.command(redis -> redis.exists(key)));
            }
            return new Expiry(lag, limit, "");
        } catch (PunctualException refused) {
            return new Expiry(null, Duration.ZERO, String.valueOf(refused.getMessage()));
        }
    }

    private @Nullable Duration lag(long expiryNanos, long deadlineNanos) {
        while (System.nanoTime() < deadlineNanos && !Thread.currentThread().isInterrupted()) {
            Long bytes = runner.await(runner.command(redis -> redis.memoryUsage(key)));
            if (bytes == null) {
                return Duration.ofNanos(Math.max(0, System.nanoTime() - expiryNanos));
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return null;
    }
}
