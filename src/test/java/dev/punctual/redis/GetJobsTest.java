package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.named;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.retrying;
import static dev.punctual.redis.Drafts.with;
import static dev.punctual.redis.Drafts.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Job;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("redis")
class GetJobsTest {

    private final Namespace ns = new Namespace();
    private final GetJobs get = new GetJobs(ns.runner, ns.keys);

    @Test
    void answersInTheOrderOfTheIdsAndLeavesOutWhatIsNotKnown() {
        ns.schedule(List.of(draft("a"), draft("b")));

        assertThat(get.call(List.of("b", "unknown", "a")))
                .extracting(job -> job.id().value())
                .containsExactly("b", "a");
        assertThat(get.call(List.of())).isEmpty();
    }

    @Test
    void givesBackEveryByteOfWhatWasSent() {
        JobDraft draft = retrying(
                within(
                        named(with(draft("a"), " {\"k\" : [1.0, \"\\u0000 ü 🎉\"]} "), "=\"näme\"="),
                        Duration.ofMillis(1)),
                Drafts.exponential(1000, Duration.ofMillis(1), Duration.ofDays(3650), 1e-5));
        ns.schedule(draft);

        Job.Content content = ns.job("a").content();

        assertThat(content.name()).isEqualTo(draft.name());
        assertThat(content.payload()).isEqualTo(draft.payload());
        assertThat(content.retry()).isEqualTo(draft.retry());
        assertThat(content.deadline()).isEqualTo(draft.deadline());
    }

    @Test
    void tellsOfTheLastFire() {
        ns.schedule(named(now("a"), "task"));
        ns.sweep(10);

        Job job = ns.job("a");

        assertThat(job.state()).isEqualTo(JobState.DELIVERED);
        assertThat(job.history().attempts()).isEqualTo(1);
        assertThat(job.history().lastFire()).isNotNull();
        assertThat(job.history().lastFire().path()).isEqualTo(FirePath.SWEEP);
        assertThat(job.history().lastFire().outcome()).isEqualTo(FireOutcome.DELIVERED);
        assertThat(job.history().lastFire().job().name()).isEqualTo("task");
        assertThat(job.history().timeline())
                .extracting(event -> event.event())
                .containsExactly("scheduled", "due", "delivered");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis.call('SET', ARGV[1], 'garbage')",
                "redis.call('SET', ARGV[1], '')",
                "redis.call('DEL', ARGV[1]) redis.call('RPUSH', ARGV[1], 'x')",
                "redis.call('SET', ARGV[1], cmsgpack.pack(2, 1, 1, 1, 'q'))",
                "redis.call('SET', ARGV[1], cmsgpack.pack(1, 9, 0, 1, 1, 'q', 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))",
                "redis.call('SET', ARGV[1], cmsgpack.pack({a = 1}))"
            })
    void saysWhyARecordCannotBeReadAndChangesNothing(String damage) {
        ns.schedule(List.of(draft("a"), draft("b")));
        ns.lua(damage, ns.keys.job("a"));
        Map<String, String> before = ns.snapshot();

        List<Job> jobs = get.call(List.of("a", "b"));

        assertThat(jobs).extracting(Job::state).containsExactly(JobState.DEAD, JobState.SCHEDULED);
        assertThat(jobs.get(0).history().lastError()).isNotBlank();
        assertThat(ns.snapshot()).isEqualTo(before);
    }
}
