package dev.punctual.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts over all instances, as they stand in Redis.
 *
 * @param now Redis's time of the reading
 * @param instances who has shown a sign of life of late
 * @param jobs how many jobs are where
 * @param fires fires since the namespace began
 */
public record StoreStats(Instant now, List<Instance> instances, Jobs jobs, Fires fires) {

    /**
     * @param name its name
     * @param seenAt its last sign of life
     */
    public record Instance(String name, Instant seenAt) {}

    /**
     * @param scheduled all waiting jobs, the overdue and the parked ones among them
     * @param overdue jobs on the schedule whose due time has passed: nothing but the service itself keeps them waiting
     * @param oldestOverdueMillis by how much the oldest of them, 0 where there is none
     * @param finished delivered or cancelled jobs that are still readable
     * @param parked due jobs that their queue keeps waiting
     */
    public record Jobs(
            long scheduled,
            long overdue,
            long running,
            long dead,
            long finished,
            long oldestOverdueMillis,
            Parked parked) {

        /** None is parked. */
        public Jobs(long scheduled, long overdue, long running, long dead, long finished, long oldestOverdueMillis) {
            this(scheduled, overdue, running, dead, finished, oldestOverdueMillis, Parked.NONE);
        }
    }

    /**
     * Due jobs that are off the schedule until their queue takes them. None of them is overdue.
     *
     * @param saturated those that wait for capacity
     * @param oldestSaturatedMillis by how much the oldest of them is past its due time, 0 where there is none
     * @param paused those whose queue is paused
     * @param oldestPausedMillis by how much the oldest of them is past its due time, 0 where there is none
     */
    public record Parked(long saturated, long oldestSaturatedMillis, long paused, long oldestPausedMillis) {

        /** Nothing is parked. */
        public static final Parked NONE = new Parked(0, 0, 0, 0);

        /** All of them. */
        public long jobs() {
            return saturated + paused;
        }

        /** By how much the oldest of all is past its due time, 0 where there is none. */
        public long oldestMillis() {
            return Math.max(oldestSaturatedMillis, oldestPausedMillis);
        }
    }

    /**
     * @param fast fires of the fast path
     * @param bySweepCause fires of the sweep path, each cause present
     */
    public record Fires(long fast, Map<SweepCause, Long> bySweepCause) {
        public long sweep() {
            return bySweepCause.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * One queue.
     *
     * @param byState how many jobs are in each state, each state present
     * @param oldestDue the due time of its first waiting job; null where none was found near the head of the schedule
     * @param paused whether it is paused
     */
    public record QueueCounts(
            QueueName name, Map<JobState, Long> byState, @Nullable Instant oldestDue, boolean paused) {

        /** A queue that is not paused. */
        public QueueCounts(QueueName name, Map<JobState, Long> byState, @Nullable Instant oldestDue) {
            this(name, byState, oldestDue, false);
        }
    }
}
