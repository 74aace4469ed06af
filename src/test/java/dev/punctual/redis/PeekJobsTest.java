package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.named;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Job;
import dev.punctual.core.JobQuery;
import dev.punctual.core.JobState;
import dev.punctual.core.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class PeekJobsTest {

    private final Namespace ns = new Namespace();
    private final PeekJobs peek = new PeekJobs(ns.runner, ns.keys);

    @Test
    void tellsWhatIsNeededToSortAndFilter() {
        ns.schedule(queued(named(now("a"), "task"), "mail"));
        ns.schedule(now("b"));
        long due = ns.job("a").dueAt().toEpochMilli();
        ns.sweep(10);

        List<Reply> rows = peek.call(ns.keys.finished(), 0, 9);

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).text(0)).isEqualTo("a");
        assertThat(rows.get(0).text(1)).isEqualTo("delivered");
        assertThat(rows.get(0).number(2)).isEqualTo(due);
        assertThat(rows.get(0).text(3)).isEqualTo("mail");
        assertThat(rows.get(0).text(4)).isEqualTo("=task");
        assertThat(rows.get(1).text(4)).isEmpty();
    }

    @Test
    void readsFromRankToRankAndGivesTheIdAloneOfWhatCannotBeRead() {
        ns.schedule(IntStream.range(0, 5).mapToObj(i -> draft("a" + i)).toList());
        ns.redis.cli("SET", ns.keys.job("a2"), "garbage");
        ns.redis.cli("DEL", ns.keys.job("a3"));

        assertThat(peek.call(ns.keys.schedule(), 1, 3))
                .extracting(row -> row.text(0) + " " + row.size())
                .containsExactly("a1 5", "a2 1", "a3 1");
        assertThat(peek.call(ns.keys.schedule(), 5, 9)).isEmpty();
        assertThat(peek.call(ns.keys.dead(), 0, 9)).isEmpty();
    }

    @Test
    void servesListsOfAllStatesInOneOrder() {
        ns.schedule(IntStream.range(0, 60).mapToObj(i -> now("done" + i)).toList());
        ns.sweep(100);
        ns.schedule(IntStream.range(0, 60).mapToObj(i -> draft("waits" + i)).toList());
        ns.schedule(IntStream.range(0, 60).mapToObj(i -> draft("gone" + i)).toList());
        IntStream.range(0, 60).forEach(i -> ns.cancel("gone" + i));

        assertThat(listed(null, 7)).hasSize(180).doesNotHaveDuplicates();
        assertThat(listed(JobState.CANCELLED, 7)).hasSize(60).allMatch(id -> id.startsWith("gone"));
        assertThat(listed(JobState.DELIVERED, 59)).hasSize(60).allMatch(id -> id.startsWith("done"));
        assertThat(listed(JobState.SCHEDULED, 60)).hasSize(60).allMatch(id -> id.startsWith("waits"));
        assertThat(listed(JobState.DEAD, 10)).isEmpty();
    }

    private List<String> listed(@Nullable JobState state, int limit) {
        JobList list = new JobList(ns.runner, ns.keys);
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            Page<Job> page = list.page(new JobQuery(state, null, null, limit, cursor));
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            page.items().forEach(job -> ids.add(job.id().value()));
            cursor = page.next();
        } while (cursor != null);
        return ids;
    }
}
