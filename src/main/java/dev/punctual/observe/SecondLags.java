package dev.punctual.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The lags of one path in the second that is running. Not thread-safe. */
final class SecondLags {

    private static final long[] BOUNDS_MILLIS = {
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 600_000
    };
    private static final long MAX_MILLIS = 86_400_000;
    private static final int DIGITS = 2;
    private static final int HALF_PERCENT = 50;
    private static final int TAIL_PERCENT = 99;

    /** A second without fires. */
    static final Closed NOTHING = new Closed(-1, -1, -1, List.of());

    private final Histogram histogram = new Histogram(1, MAX_MILLIS, DIGITS);
    private final int[] byClass = new int[BOUNDS_MILLIS.length + 1];

    /**
     * A second that is over; lags in ms, -1 where there was none.
     *
     * @param byClass fires by class of lags; empty where there was none
     */
    record Closed(long p50, long p99, long max, List<Integer> byClass) {}

    static List<Long> boundsMillis() {
        return Arrays.stream(BOUNDS_MILLIS).boxed().toList();
    }

    static List<Long> sum(List<Closed> seconds) {
        long[] sums = new long[BOUNDS_MILLIS.length + 1];
        for (Closed second : seconds) {
            for (int i = 0; i < second.byClass.size(); i++) {
                sums[i] += second.byClass.get(i);
            }
        }
        List<Long> listed = new ArrayList<>(sums.length);
        Arrays.stream(sums).forEach(listed::add);
        return listed;
    }

    /** Below zero counts as zero, above a day as a day. */
    void record(long lagMillis) {
        long counted = Math.max(0, Math.min(lagMillis, MAX_MILLIS));
        histogram.recordValue(counted);
        int at = Arrays.binarySearch(BOUNDS_MILLIS, counted);
        byClass[at >= 0 ? at : -at - 1]++;
    }

    /** Ends the second and begins the next. */
    Closed close() {
        if (histogram.getTotalCount() == 0) {
            return NOTHING;
        }
        Closed closed = new Closed(
                histogram.getValueAtPercentile(HALF_PERCENT),
                histogram.getValueAtPercentile(TAIL_PERCENT),
                histogram.getMaxValue(),
                Arrays.stream(byClass).boxed().toList());
        histogram.reset();
        Arrays.fill(byClass, 0);
        return closed;
    }
}
