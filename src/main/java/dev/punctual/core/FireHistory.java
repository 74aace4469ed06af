package dev.punctual.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What this instance remembers of the last minutes, second by second. Thread-safe; answers from memory. */
public interface FireHistory {

    /**
     * A span of seconds, oldest first. All lists of a series have a value for each of them.
     *
     * @param from the beginning of the first second
     * @param fast fires by the fast path
     * @param sweep fires by the sweep path, each cause present
     * @param lags the lags of each path, each present
     * @param boundsMillis the upper bounds of the classes of lags, but for the last class, which has none
     */
    record Span(
            Instant from,
            List<Long> fast,
            Map<SweepCause, List<Long>> sweep,
            Map<FirePath, Lags> lags,
            List<Long> boundsMillis) {}

    /**
     * Lags in milliseconds; -1 in a second in which nothing fired by that path.
     *
     * @param byClass how many fires of the whole span were in each class of lags
     */
    record Lags(List<Long> p50, List<Long> p99, List<Long> max, List<Long> byClass) {}

    /**
     * What is remembered of the last seconds. Fires are those of all instances from the second question on, as long as
     * somebody asks at least once a minute; before that, those of this instance. Lags are those of this instance.
     *
     * @param seconds how many at most, from 1 to {@link #MAX_SECONDS}
     */
    Span last(int seconds);

    /** So many seconds are remembered. */
    int MAX_SECONDS = 900;
}
