package dev.punctual.redis;

import static dev.punctual.redis.Drafts.at;
import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static dev.punctual.redis.Drafts.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.Due;
import dev.punctual.core.Generation;
import dev.punctual.core.JobState;
import dev.punctual.core.Precondition;
import dev.punctual.core.PunctualException;
import dev.punctual.core.Scheduled;
import dev.punctual.core.Scheduled.Outcome;
import dev.punctual.testkit.RespClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("redis")
class ScheduleJobsTest {

    private static final Precondition NONE = new Precondition.None();
    private static final Precondition ABSENT = new Precondition.Absent();

    private final Namespace ns = new Namespace();

    @Test
    void beginsRecordScheduleDueKeyAndCountTogether() {
        Scheduled scheduled = ns.schedule(queued(draft("a"), "mail"));

        assertThat(scheduled.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(scheduled.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(scheduled.generation()).isEqualTo(new Generation(1));
        assertThat(scheduled.dueAt()).isEqualTo(scheduled.createdAt().plus(Drafts.LONG));
        assertThat(ns.score("a")).isEqualTo(Long.toString(scheduled.dueAt().toEpochMilli()));
        assertThat(ns.counts()).isEqualTo(Map.of("scheduled:mail", 1L));
        assertThat(ns.redis.cliLong("PEXPIRETIME", ns.keys.job("a"))).isEqualTo(-1);
        assertThat(ns.allKeys())
                .containsExactlyInAnyOrder(ns.keys.job("a"), ns.dueKey("a", 1), ns.keys.schedule(), ns.keys.counts());
    }

    @Test
    void endsTheDueKeyOneMillisecondBeforeTheDueTimeSoThatItIsGoneAtTheDueTime() {
        long due = ns.schedule(in("a", Duration.ofMinutes(5))).dueAt().toEpochMilli();

        assertThat(ns.redis.cliLong("PEXPIRETIME", ns.dueKey("a", 1))).isEqualTo(due - 1);
        assertThat(ns.redis.cli("GET", ns.dueKey("a", 1))).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    void givesAJobThatIsDueAtOnceADueKeyThatStillExpires(long delayMillis) {
        Scheduled scheduled = ns.schedule(in("a", Duration.ofMillis(delayMillis)));

        // Ending in the past it would go without a notification. It is so near its end that it may be gone already.
        long end = ns.redis.cliLong("PEXPIRETIME", ns.dueKey("a", 1));
        assertThat(end)
                .isIn(
                        -2L,
                        Math.max(
                                scheduled.dueAt().toEpochMilli() - 1,
                                scheduled.createdAt().toEpochMilli() + 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2100-01-01T00:00:00.001Z",
                "2286-11-20T17:46:39.999Z",
                "2286-11-20T17:46:40.000Z",
                "9999-12-31T23:59:59.999Z"
            })
    void keepsADueTimeOfThirteenToFifteenDigitsExactly(String instant) {
        long due = Instant.parse(instant).toEpochMilli();

        assertThat(ns.schedule(at("a", due)).dueAt()).isEqualTo(Instant.parse(instant));

        assertThat(ns.score("a")).isEqualTo(Long.toString(due));
        assertThat(ns.redis.cliLong("PEXPIRETIME", ns.dueKey("a", 1))).isEqualTo(due - 1);
        assertThat(ns.job("a").dueAt()).isEqualTo(Instant.parse(instant));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "2020-02-29T12:00:00Z"})
    void makesAPastInstantDueAtTheMomentOfScheduling(String instant) {
        Scheduled scheduled = ns.schedule(at("a", Instant.parse(instant).toEpochMilli()));

        assertThat(scheduled.dueAt()).isEqualTo(scheduled.createdAt());
        assertThat(ns.score("a")).isEqualTo(Long.toString(scheduled.createdAt().toEpochMilli()));
    }

    @Test
    void roundsUpToTheMillisecondSoThatNothingFiresEarly() {
        Scheduled delayed = ns.schedule(in("a", Duration.ofSeconds(60).plusNanos(1)));
        Instant instant = Instant.parse("2100-01-01T00:00:00.000000001Z");

        assertThat(Duration.between(delayed.createdAt(), delayed.dueAt())).isEqualTo(Duration.ofMillis(60_001));
        assertThat(ScheduleJobs.millis(new Due.At(instant))).isEqualTo(Long.toString(instant.toEpochMilli() + 1));
    }

    @Test
    void leavesAKnownIdAloneWhateverItsContent() {
        ns.schedule(with(draft("a"), "1"));
        Map<String, String> before = ns.snapshot();

        List<Scheduled> again = ns.schedule(List.of(with(draft("a"), "1"), with(draft("a"), "2")));

        assertThat(again).extracting(Scheduled::outcome).containsExactly(Outcome.EXISTS, Outcome.CONFLICT);
        assertThat(again).extracting(Scheduled::generation).containsOnly(new Generation(1));
        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @Test
    void refusesAnIdWhoseRecordCannotBeRead() {
        ns.redis.cli("SET", ns.keys.job("a"), "garbage");
        Map<String, String> before = ns.snapshot();

        Scheduled created = ns.schedule(draft("a"));
        Scheduled put = ns.put(draft("a"), NONE);

        assertThat(created.outcome()).isEqualTo(Outcome.CONFLICT);
        assertThat(created.state()).isEqualTo(JobState.DEAD);
        assertThat(put.outcome()).isEqualTo(Outcome.CONFLICT);
        assertThat(ns.put(draft("a"), ABSENT).outcome()).isEqualTo(Outcome.PRECONDITION_FAILED);
        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @Test
    void replacesAWaitingJobAndEndsItsOldDueKeyAndEntry() {
        Scheduled first = ns.schedule(queued(draft("a"), "one"));

        Scheduled second = ns.put(queued(in("a", Duration.ofHours(2)), "two"), NONE);

        assertThat(second.outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(second.createdAt()).isEqualTo(first.createdAt());
        assertThat(second.generation()).isEqualTo(new Generation(2));
        assertThat(ns.exists(ns.dueKey("a", 1))).isFalse();
        assertThat(ns.redis.cliLong("PEXPIRETIME", ns.dueKey("a", 2)))
                .isEqualTo(second.dueAt().toEpochMilli() - 1);
        assertThat(ns.score("a")).isEqualTo(Long.toString(second.dueAt().toEpochMilli()));
        assertThat(ns.counts()).isEqualTo(Map.of("scheduled:two", 1L));
        assertThat(ns.job("a").history().timeline())
                .extracting(event -> event.event())
                .contains("replaced");
    }

    @Test
    void beginsANewLifeOverAFinishedOrDeadJob() {
        ns.schedule(List.of(now("delivered"), draft("cancelled"), draft("dead")));
        ns.claimNotified(Namespace.hint("delivered", 1));
        ns.cancel("cancelled");
        ns.redis.cli("SET", ns.keys.job("dead"), "garbage");
        new MendJobs(ns.runner, ns.keys).call(List.of("dead"));

        for (String id : List.of("delivered", "cancelled", "dead")) {
            Scheduled put = ns.put(draft(id), NONE);
            assertThat(put.outcome()).isEqualTo(Outcome.CREATED);
            assertThat(put.generation()).isEqualTo(new Generation(2));
            assertThat(ns.job(id).history().attempts()).isZero();
            assertThat(ns.job(id).history().lastFire()).isNull();
            assertThat(ns.exists(ns.dueKey(id, 2))).isTrue();
        }
        assertThat(ns.members(ns.keys.finished())).isEmpty();
        assertThat(ns.members(ns.keys.dead())).isEmpty();
        assertThat(ns.members(ns.keys.schedule())).containsExactlyInAnyOrder("delivered", "cancelled", "dead");
    }

    @Test
    void refusesToReplaceARunningJob() {
        ns.schedule(draft("a"));
        ns.tamper("a", "r[2] = 2");
        Map<String, String> before = ns.snapshot();

        Scheduled put = ns.put(with(draft("a"), "1"), NONE);

        assertThat(put.outcome()).isEqualTo(Outcome.CONFLICT);
        assertThat(put.state()).isEqualTo(JobState.RUNNING);
        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @Test
    void changesNothingWhereThePreconditionDoesNotHold() {
        ns.schedule(draft("a"));
        Map<String, String> before = ns.snapshot();

        assertThat(ns.put(with(draft("a"), "1"), ABSENT).outcome()).isEqualTo(Outcome.PRECONDITION_FAILED);
        assertThat(ns.put(with(draft("a"), "1"), generation(2)).outcome()).isEqualTo(Outcome.PRECONDITION_FAILED);
        assertThat(ns.put(draft("b"), generation(1)).outcome()).isEqualTo(Outcome.PRECONDITION_FAILED);
        assertThat(ns.snapshot()).isEqualTo(before);
        assertThat(ns.put(with(draft("a"), "1"), generation(1)).outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(ns.put(draft("c"), ABSENT).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void seesTheFirstOfTwoWithOneIdInABatchAndCountsOnce() {
        List<Scheduled> answers = ns.schedule(List.of(draft("a"), draft("a"), with(draft("a"), "1"), draft("b")));

        assertThat(answers)
                .extracting(Scheduled::outcome)
                .containsExactly(Outcome.CREATED, Outcome.EXISTS, Outcome.CONFLICT, Outcome.CREATED);
        assertThat(ns.counts()).isEqualTo(Map.of("scheduled:default", 2L));
    }

    @Test
    void tellsTheOthersOfANewEarliestJobAndOfNoOther() {
        try (RespClient other = ns.redis.connect()) {
            other.call("SUBSCRIBE", ns.keys.wake());

            Scheduled first = ns.schedule(in("a", Duration.ofMinutes(50)));
            Scheduled later = ns.schedule(in("b", Duration.ofMinutes(55)));
            List<Scheduled> two =
                    ns.schedule(List.of(in("c", Duration.ofMinutes(40)), in("d", Duration.ofMinutes(45))));

            assertThat(first.earliest()).isTrue();
            assertThat(later.earliest()).isFalse();
            assertThat(two).extracting(Scheduled::earliest).containsExactly(true, false);
            assertThat(other.read()).isEqualTo(List.of("message", ns.keys.wake(), millis(first)));
            assertThat(other.read()).isEqualTo(List.of("message", ns.keys.wake(), millis(two.get(0))));
        }
    }

    @Test
    void keepsTheOrderOfSchedulingOnlyWhereThereIsMoreThanOneOfADueTime() {
        long due = ns.nowMillis() + 600_000;
        ns.schedule(at("z", due));
        assertThat(ns.exists(order(due))).isFalse();

        ns.schedule(List.of(at("m", due), at("a", due)));
        assertThat(ns.members(order(due))).containsExactly("z", "m", "a");

        for (String id : List.of("z", "m", "a")) {
            ns.cancel(id);
        }
        assertThat(ns.exists(order(due))).isFalse();
    }

    @Test
    void writesNothingWhereAnotherProgramHasTakenTheSchedule() {
        ns.redis.cli("SET", ns.keys.schedule(), "x");
        Map<String, String> before = ns.snapshot();

        assertThatExceptionOfType(PunctualException.class).isThrownBy(() -> ns.schedule(draft("a")));
        assertThatExceptionOfType(PunctualException.class).isThrownBy(() -> ns.put(draft("a"), NONE));

        assertThat(ns.snapshot()).isEqualTo(before);
    }

    @Test
    void storesAJobWholeWhereAnotherProgramHasTakenTheCounts() {
        ns.redis.cli("SET", ns.keys.counts(), "x");

        assertThat(ns.schedule(draft("a")).outcome()).isEqualTo(Outcome.CREATED);

        assertThat(ns.score("a")).isNotNull();
        assertThat(ns.exists(ns.dueKey("a", 1))).isTrue();
    }

    private String order(long due) {
        return "{" + ns.name + ".0}:order:" + due;
    }

    private static String millis(Scheduled scheduled) {
        return Long.toString(scheduled.dueAt().toEpochMilli());
    }

    private static Precondition generation(long generation) {
        return new Precondition.GenerationIs(new Generation(generation));
    }
}
