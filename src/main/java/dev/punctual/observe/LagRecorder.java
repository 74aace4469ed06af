package dev.punctual.observe;

import dev.punctual.core.Due;
import dev.punctual.core.FirePath;
import dev.punctual.core.Observations.Lag;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * The lags of this instance's fires since it started, each path apart. Exact to the millisecond below two seconds, and to a
 * thousandth above. Thread-safe; recording takes no lock.
 */
public final class LagRecorder {

    private static final int DIGITS = 3;
    private static final long MAX_MILLIS = Due.MAX_DELAY.toMillis();

    private final Map<FirePath, PathLags> paths = new EnumMap<>(FirePath.class);

    public LagRecorder() {
        for (FirePath path : FirePath.values()) {
            paths.put(path, new PathLags());
        }
    }

    /**
     * Counts one fire.
     *
     * @param lagMillis fire time minus due time; one below zero counts as zero, one above ten years as ten years
     */
    public void record(FirePath path, long lagMillis) {
        of(path).recorder.recordValue(Math.max(0, Math.min(lagMillis, MAX_MILLIS)));
    }

    /** What was recorded so far; all 0 where nothing fired by that path. */
    public Lag lag(FirePath path) {
        return of(path).lag();
    }

    private PathLags of(FirePath path) {
        PathLags lags = paths.get(path);
        if (lags == null) {
            throw new IllegalStateException("no lags for path " + path);
        }
        return lags;
    }

    private static final class PathLags {
        final Recorder recorder = new Recorder(1, MAX_MILLIS, DIGITS);
        private final Histogram total = new Histogram(1, MAX_MILLIS, DIGITS);
        private Histogram interval = recorder.getIntervalHistogram();

        synchronized Lag lag() {
            interval = recorder.getIntervalHistogram(interval);
            total.add(interval);
            if (total.getTotalCount() == 0) {
                return new Lag(0, 0, 0, 0, 0, 0);
            }
            return new Lag(total.getTotalCount(), at(50), at(90), at(99), at(99.9), at(100));
        }

        private double at(double percentile) {
            return total.getValueAtPercentile(percentile);
        }
    }
}
