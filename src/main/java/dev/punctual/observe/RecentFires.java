package dev.punctual.observe;

import dev.punctual.core.Fire;
import dev.punctual.core.FireHistory;
import dev.punctual.core.FirePath;
import dev.punctual.core.StoreStats;
import dev.punctual.core.SweepCause;
import dev.punctual.core.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the fires of the last minutes, a point a second. The counters of all instances are read only while somebody
 * looks. Thread-safe.
 */
public final class RecentFires implements FireHistory {

    private static final long INTEREST_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MILLIS_PER_SECOND = 1000;

    private final Supplier<@Nullable StoreStats> allInstances;
    private final LongSupplier nanoTime;
    private final Map<FirePath, SecondLags> lags = new EnumMap<>(FirePath.class);
    private final Map<SweepCause, Long> swept = new EnumMap<>(SweepCause.class);
    private final Deque<Point> points = new ArrayDeque<>();
    private long fast;
    private long askedAtNanos;
    private boolean asked;
    private StoreStats.@Nullable Fires before;

    /** One second. */
    private record Point(
            long fast, Map<SweepCause, Long> swept, Map<FirePath, SecondLags.Closed> lags, long beganAtMillis) {}

    /**
     * @param allInstances the counts of all instances, null where they are not known; may wait for a second
     * @param nanoTime a monotonic clock in nanoseconds
     */
    public RecentFires(Supplier<@Nullable StoreStats> allInstances, LongSupplier nanoTime) {
        this.allInstances = allInstances;
        this.nanoTime = nanoTime;
        for (FirePath path : FirePath.values()) {
            lags.put(path, new SecondLags());
        }
    }

    /** Counts a fire of this instance. */
    public synchronized void fired(Fire fire) {
        SweepCause cause = fire.cause();
        if (cause == null) {
            fast++;
        } else {
            swept.merge(cause, 1L, Long::sum);
        }
        SecondLags of = lags.get(fire.path());
        if (of != null) {
            of.record(fire.lagMillis());
        }
    }

    /** Ends a second; to be called once in each. */
    public void endSecond() {
        StoreStats stats = isLookedAt() ? allInstances.get() : null;
        endSecond(stats == null ? null : stats.fires(), SystemClock.millis());
    }

    private synchronized boolean isLookedAt() {
        return asked && nanoTime.getAsLong() - askedAtNanos < INTEREST_NANOS;
    }

    private synchronized void endSecond(StoreStats.@Nullable Fires now, long nowMillis) {
        StoreStats.Fires last = before;
        before = now;
        long fastFires = fast;
        Map<SweepCause, Long> sweptFires = new EnumMap<>(SweepCause.class);
        for (SweepCause cause : SweepCause.values()) {
            sweptFires.put(cause, swept.getOrDefault(cause, 0L));
        }
        if (now != null && last != null) {
            fastFires = Math.max(0, now.fast() - last.fast());
            // A cause that is settled later moves from one counter to another.
            sweptFires.replaceAll((cause, here) -> Math.max(0, of(now, cause) - of(last, cause)));
        }
        Map<FirePath, SecondLags.Closed> closed = new EnumMap<>(FirePath.class);
        lags.forEach((path, of) -> closed.put(path, of.close()));
        points.addLast(new Point(fastFires, sweptFires, closed, nowMillis - MILLIS_PER_SECOND));
        if (points.size() > MAX_SECONDS) {
            points.removeFirst();
        }
        fast = 0;
        swept.clear();
    }

    private static long of(StoreStats.Fires fires, SweepCause cause) {
        return fires.bySweepCause().getOrDefault(cause, 0L);
    }

    @Override
    public synchronized Span last(int seconds) {
        asked = true;
        askedAtNanos = nanoTime.getAsLong();
        List<Point> span = new ArrayList<>(points);
        span = span.subList(Math.max(0, span.size() - seconds), span.size());
        Map<SweepCause, List<Long>> bySweepCause = new EnumMap<>(SweepCause.class);
        for (SweepCause cause : SweepCause.values()) {
            bySweepCause.put(cause, each(span, point -> point.swept.getOrDefault(cause, 0L)));
        }
        Map<FirePath, Lags> byPath = new EnumMap<>(FirePath.class);
        for (FirePath path : FirePath.values()) {
            byPath.put(path, lags(span, path));
        }
        long fromMillis = span.isEmpty() ? SystemClock.millis() : span.get(0).beganAtMillis;
        return new Span(
                Instant.ofEpochMilli(fromMillis),
                each(span, Point::fast),
                bySweepCause,
                byPath,
                SecondLags.boundsMillis());
    }

    private static Lags lags(List<Point> span, FirePath path) {
        List<SecondLags.Closed> closed = span.stream()
                .map(point -> point.lags.getOrDefault(path, SecondLags.NOTHING))
                .toList();
        return new Lags(
                closed.stream().map(SecondLags.Closed::p50).toList(),
                closed.stream().map(SecondLags.Closed::p99).toList(),
                closed.stream().map(SecondLags.Closed::max).toList(),
                SecondLags.sum(closed));
    }

    private static List<Long> each(List<Point> span, Function<Point, Long> value) {
        return span.stream().map(value).toList();
    }
}
