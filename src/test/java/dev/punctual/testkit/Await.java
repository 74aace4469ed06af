package dev.punctual.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Awaiting as this suite does it: looks every 5 ms, at once for the first time, and gives up after 10 s. */
public final class Await {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(5);

    private Await() {}

    /**
     * Starts an awaiting; go on with {@code until} or {@code untilAsserted}, or with {@code atMost} for another limit.
     *
     * @param what what is awaited; part of the message when it does not come
     */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .atMost(LIMIT)
                .pollInSameThread();
    }
}
