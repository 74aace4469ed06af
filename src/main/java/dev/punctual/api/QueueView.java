package dev.punctual.api;

import dev.punctual.core.JobState;
import dev.punctual.core.Queue;
import dev.punctual.core.StoreStats.QueueCounts;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A queue in an answer.
 *
 * @param target where its jobs go; null where the queue is no longer taken
 * @param jobs how many jobs are in each state, by the state's word
 * @param oldestDue the due time of its first waiting job; null where none was found near the head of the schedule
 */
public record QueueView(
        String name, @Nullable String target, Map<String, Long> jobs, @Nullable String oldestDue, boolean paused) {

    /**
     * @param queue its rules; null where the queue is no longer taken
     * @param counts what the store knows of it; null where it never had a job
     */
    public static QueueView of(String name, @Nullable Queue queue, @Nullable QueueCounts counts) {
        Map<String, Long> jobs = new LinkedHashMap<>();
        for (JobState state : JobState.values()) {
            jobs.put(state.word(), counts == null ? 0L : counts.byState().getOrDefault(state, 0L));
        }
        Instant oldestDue = counts == null ? null : counts.oldestDue();
        return new QueueView(
                name,
                queue == null ? null : queue.target().word(),
                jobs,
                oldestDue == null ? null : InstantText.format(oldestDue),
                counts != null && counts.paused());
    }
}
