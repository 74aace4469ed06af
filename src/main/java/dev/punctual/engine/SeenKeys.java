package dev.punctual.engine;

import dev.punctual.core.DueKey;
import dev.punctual.core.Sightings;
import dev.punctual.core.TimelineEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A table of fixed size, in which a due key has one place and the next key of that place takes it over: whoever writes never
 * waits, and the memory is bounded. Thread-safe.
 */
final class SeenKeys implements Sightings {

    /** A power of two: at 1,000 fires a second most of the last ten seconds are known. */
    private static final int PLACES = 1 << 14;

    private final AtomicReferenceArray<@Nullable Seen> places = new AtomicReferenceArray<>(PLACES);
    private final String instance;

    private record Seen(DueKey key, @Nullable Instant nudgedAt, @Nullable Instant notifiedAt) {}

    SeenKeys(String instance) {
        this.instance = instance;
    }

    /** A due key was read. */
    void nudged(DueKey key, Instant at) {
        places.updateAndGet(
                place(key),
                known -> new Seen(key, at, known != null && known.key.equals(key) ? known.notifiedAt : null));
    }

    /** A notification came; it may come while the nudge that led to it is still being answered. */
    void notified(DueKey key, Instant at) {
        places.updateAndGet(
                place(key), known -> new Seen(key, known != null && known.key.equals(key) ? known.nudgedAt : null, at));
    }

    @Override
    public List<TimelineEvent> of(DueKey key) {
        Seen seen = places.get(place(key));
        List<TimelineEvent> events = new ArrayList<>(2);
        if (seen != null && seen.key.equals(key)) {
            add(events, "nudged", key, seen.nudgedAt);
            add(events, "notified", key, seen.notifiedAt);
            events.sort(Comparator.comparing(TimelineEvent::at));
        }
        return events;
    }

    private void add(List<TimelineEvent> events, String event, DueKey key, @Nullable Instant at) {
        if (at != null) {
            events.add(new TimelineEvent(event, at, key.generation().value(), 0, null, null, instance, null));
        }
    }

    private static int place(DueKey key) {
        int hash = key.hashCode() * 0x9E3779B9; // spreads ids that are alike over all places
        return hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(PLACES));
    }
}
