package dev.punctual.api;

import dev.punctual.core.FireHistory;
import dev.punctual.core.FirePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last minutes in an answer, a value a second, oldest first.
 *
 * @param from the beginning of the first second
 * @param stepMs from one value to the next
 * @param fast fires by the fast path
 * @param sweep fires by the sweep path, by cause
 * @param lagMs lags by path
 * @param distribution how many fires of the span had which lag
 */
public record HistoryView(
        String from,
        int stepMs,
        List<Long> fast,
        Map<String, List<Long>> sweep,
        Map<String, LagsView> lagMs,
        DistributionView distribution) {

    private static final int STEP_MILLIS = 1000;

    /** Lags in milliseconds; null in a second without fires. */
    public record LagsView(List<@Nullable Long> p50, List<@Nullable Long> p99, List<@Nullable Long> max) {}

    /**
     * @param boundsMs the upper bound of each class but the last
     * @param fast fires in each class
     */
    public record DistributionView(List<Long> boundsMs, List<Long> fast, List<Long> sweep) {}

    public static HistoryView of(FireHistory.Span span) {
        Map<String, List<Long>> sweep = new LinkedHashMap<>();
        span.sweep().forEach((cause, counts) -> sweep.put(cause.word(), counts));
        Map<String, LagsView> lags = new LinkedHashMap<>();
        Map<FirePath, List<Long>> classes = new LinkedHashMap<>();
        span.lags().forEach((path, one) -> {
            lags.put(path.word(), new LagsView(known(one.p50()), known(one.p99()), known(one.max())));
            classes.put(path, one.byClass());
        });
        return new HistoryView(
                InstantText.format(span.from()),
                STEP_MILLIS,
                span.fast(),
                sweep,
                lags,
                new DistributionView(
                        span.boundsMillis(),
                        classes.getOrDefault(FirePath.FAST, List.of()),
                        classes.getOrDefault(FirePath.SWEEP, List.of())));
    }

    private static List<@Nullable Long> known(List<Long> lags) {
        List<@Nullable Long> known = new ArrayList<>(lags.size());
        for (Long lag : lags) {
            known.add(lag < 0 ? null : lag);
        }
        return known;
    }
}
