package dev.punctual.redis;

import dev.punctual.core.NotificationState;
import dev.punctual.core.NotificationState.State;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds out by trial whether notifications arrive: lets a key of its own expire, reads it as a nudge would, and waits for
 * the notification. One probe at a time; {@link #run} on one thread, {@link #heard} on any.
 */
final class NotificationProbe {

    private static final Duration TTL = Duration.ofMillis(5);

    private final ScriptRunner runner;
    private final String key;
    private final Duration timeout;

    private volatile @Nullable Trial trial;

    private static final class Trial {
        private final CountDownLatch arrived = new CountDownLatch(1);
        private volatile long arrivedNanos;
    }

    NotificationProbe(ScriptRunner runner, String key, Duration timeout) {
        this.runner = runner;
        this.key = key;
        this.timeout = timeout;
    }

    /** The probe key's notification came. Does not block. */
    void heard() {
        Trial open = trial;
        if (open != null && open.arrived.getCount() > 0) {
            open.arrivedNanos = System.nanoTime();
            open.arrived.countDown();
        }
    }

    /**
     * One trial.
     *
     * @return from the key's expiry to the notification; null where it did not come in time
     * @throws dev.punctual.core.PunctualException if Redis does not take the commands
     */
    @Nullable Duration run() throws InterruptedException {
        Trial open = new Trial();
        trial = open;
        runner.await(runner.command(redis -> redis.set(key, "0", SetArgs.Builder.px(TTL.toMillis()))));
        long expiryNanos = System.nanoTime() + TTL.toNanos();
        LockSupport.parkNanos(TTL.plusMillis(1).toNanos());
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (open.arrived.getCount() > 0 && System.nanoTime() < deadlineNanos) {
            runner.await(runner.command(redis -> redis.exists(key)));
            if (open.arrived.await(Math.max(1, timeout.toMillis() / 4), TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        trial = null;
        return open.arrived.getCount() > 0 ? null : Duration.ofNanos(Math.max(0, open.arrivedNanos - expiryNanos));
    }

    /** What a trial shows. */
    static NotificationState state(@Nullable Duration lag, NotificationFlags.Known flags, String remedy) {
        if (lag != null) {
            return new NotificationState(State.ON, lag, "");
        }
        if (flags == NotificationFlags.Known.MISSING) {
            return new NotificationState(State.OFF, null, "notify-keyspace-events lacks flags; " + remedy);
        }
        return new NotificationState(State.SILENT, null, "no notification came of the probe key; " + remedy);
    }
}
