package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.JobState;
import dev.punctual.core.QueueName;
import dev.punctual.core.StoreStats;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class CountQueuesTest {

    private final Namespace ns = new Namespace();
    private final CountQueues count = new CountQueues(ns.runner, ns.keys);

    @Test
    void knowsNoQueueAtTheBeginning() {
        assertThat(count.call()).isEmpty();
    }

    @Test
    void countsEachQueueByStateAndTellsWhatIsDueFirst() {
        ns.schedule(List.of(
                queued(now("a"), "b:colon"),
                queued(in("b", Duration.ofMinutes(9)), "b:colon"),
                queued(in("c", Duration.ofMinutes(8)), "b:colon"),
                queued(draft("d"), "a"),
                queued(draft("e"), "a")));
        ns.sweep(10);
        ns.cancel("d");

        List<StoreStats.QueueCounts> queues = count.call();

        assertThat(queues)
                .extracting(StoreStats.QueueCounts::name)
                .containsExactly(new QueueName("a"), new QueueName("b:colon"));
        assertThat(queues.get(0).byState())
                .containsOnlyKeys(JobState.values())
                .containsEntry(JobState.SCHEDULED, 1L)
                .containsEntry(JobState.CANCELLED, 1L);
        assertThat(queues.get(0).oldestDue()).isEqualTo(ns.job("e").dueAt());
        assertThat(queues.get(1).byState())
                .containsEntry(JobState.SCHEDULED, 2L)
                .containsEntry(JobState.DELIVERED, 1L);
        assertThat(queues.get(1).oldestDue()).isEqualTo(ns.job("c").dueAt());
    }

    @Test
    void knowsAQueueWhoseJobsAreAllGone() {
        ns.schedule(queued(draft("a"), "once"));
        ns.cancel("a");
        new TrimFinished(ns.runner, ns.keys, new RetentionSettings(null, 0, null, null, null)).call(10);

        assertThat(count.call().get(0).byState().values()).containsOnly(0L);
        assertThat(count.call().get(0).oldestDue()).isNull();
    }

    @Test
    void looksForTheFirstDueNearTheHeadOnly() {
        for (int from = 0; from < 1_000; from += 250) {
            ns.schedule(IntStream.range(from, from + 250)
                    .mapToObj(i -> in("a" + i, Duration.ofMinutes(10)))
                    .toList());
        }
        ns.schedule(queued(in("far", Duration.ofMinutes(20)), "far"));

        assertThat(count.call())
                .filteredOn(queue -> queue.name().value().equals("far"))
                .extracting(StoreStats.QueueCounts::oldestDue)
                .containsOnlyNulls();
    }
}
