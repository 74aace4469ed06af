package dev.punctual.core;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * What this instance saw of due keys on their way: when it nudged them, and when their notifications came. Kept in memory
 * only, and only of the last ones: it explains a fire, and decides nothing. Thread-safe; nothing blocks.
 */
@FunctionalInterface
public interface Sightings {

    /** Where nobody looks. */
    Sightings NONE = key -> List.of();

    /**
     * The events {@code nudged} and {@code notified} of one due key, by Redis's clock, in the order of their times.
     *
     * @return empty where neither was seen here, or it was too long ago
     */
    List<TimelineEvent> of(DueKey key);

    /** The job with what was seen of its due key at its place in the timeline. */
    default Job onto(Job job) {
        List<TimelineEvent> seen = of(new DueKey(job.id(), job.generation()));
        if (seen.isEmpty()) {
            return job;
        }
        List<TimelineEvent> timeline = new ArrayList<>(job.history().timeline());
        for (TimelineEvent event : seen) {
            int place = timeline.size();
            while (place > 0 && isLater(timeline.get(place - 1), event)) {
                place--;
            }
            timeline.add(place, event);
        }
        return job.withTimeline(timeline);
    }

    /** Within a millisecond, what was seen goes before the attempt that it led to. */
    private static boolean isLater(TimelineEvent known, TimelineEvent seen) {
        Instant knownAt = known.at().truncatedTo(ChronoUnit.MILLIS);
        Instant seenAt = seen.at().truncatedTo(ChronoUnit.MILLIS);
        return knownAt.isAfter(seenAt) || (knownAt.equals(seenAt) && known.path() != null);
    }
}
