package dev.punctual.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.JobDraft;
import dev.punctual.core.Scheduled;
import dev.punctual.core.StoreUnavailableException;
import dev.punctual.testkit.RedisProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class JoinedSchedulesTest {

    private final Namespace ns = new Namespace();

    @Test
    void answersEachOfManyThatComeAtTheSameTime() {
        JoinedSchedules joined = joined(ns, 1_000);
        List<CompletableFuture<Scheduled>> answers = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            answers.add(joined.create(Drafts.draft("a" + i)).toCompletableFuture());
        }
        answers.add(joined.create(Drafts.draft("a0")).toCompletableFuture());

        for (int i = 0; i < 500; i++) {
            assertThat(answer(answers.get(i)).id().value()).isEqualTo("a" + i);
            assertThat(answer(answers.get(i)).outcome()).isEqualTo(Scheduled.Outcome.CREATED);
        }
        assertThat(answer(answers.get(500)).outcome()).isEqualTo(Scheduled.Outcome.EXISTS);
        assertThat(ns.members(ns.keys.schedule())).hasSize(500);
    }

    @Test
    void takesFewerCallsThanJobsWhereTheyComeTogetherAndStoresLargeOnesToo() {
        JoinedSchedules joined = joined(ns, 1_000);
        String large = "\"" + "x".repeat(200_000) + "\"";
        long before = calls();
        List<CompletableFuture<Scheduled>> answers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            JobDraft small = Drafts.draft("a" + i);
            JobDraft draft =
                    i % 4 == 0 ? new JobDraft(small.id(), small.queue(), null, small.due(), large, null, null) : small;
            answers.add(joined.create(draft).toCompletableFuture());
        }

        assertThat(answers).allMatch(one -> answer(one).outcome() == Scheduled.Outcome.CREATED);
        assertThat(calls() - before).isBetween(3L, 20L);
    }

    @Test
    void refusesWhatComesBeyondTheMostThatMayWait() {
        try (RedisProcess own = RedisProcess.start();
                RedisConnections connections = SharedConnections.open(own)) {
            Namespace held = new Namespace(own, SharedConnections.runner(connections));
            JoinedSchedules joined = joined(held, 3);
            own.freeze();
            List<CompletableFuture<Scheduled>> answers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                answers.add(joined.create(Drafts.draft("a" + i)).toCompletableFuture());
            }
            assertThat(answers.get(5)).isCompletedExceptionally();
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(answers.get(5)::join)
                    .withCauseInstanceOf(StoreUnavailableException.class);
            own.thaw();

            assertThat(answers.subList(0, 5)).allMatch(one -> answer(one).outcome() == Scheduled.Outcome.CREATED);
            assertThat(answer(joined.create(Drafts.draft("later")).toCompletableFuture())
                            .outcome())
                    .isEqualTo(Scheduled.Outcome.CREATED);
        }
    }

    private static JoinedSchedules joined(Namespace ns, int mostWaiting) {
        return new JoinedSchedules(new ScheduleJobs(ns.runner, ns.keys), mostWaiting);
    }

    private long calls() {
        String stats = String.valueOf(ns.redis.cli("INFO", "commandstats"));
        return stats.lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:") || line.startsWith("cmdstat_eval:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("^[^=]*=(\\d+),.*$", "$1")))
                .sum();
    }

    private static Scheduled answer(CompletableFuture<Scheduled> one) {
        return one.orTimeout(10, TimeUnit.SECONDS).join();
    }
}
