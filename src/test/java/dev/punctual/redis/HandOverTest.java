package dev.punctual.redis;

import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.named;
import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static dev.punctual.redis.Drafts.retrying;
import static dev.punctual.redis.Drafts.with;
import static dev.punctual.redis.Drafts.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.core.ClaimBatch;
import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.Job;
import dev.punctual.core.JobState;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What both claim scripts do with what they have picked. */
@Tag("redis")
class HandOverTest {

    private static final Duration SHORT = Duration.ofMillis(20);

    private final Namespace ns = new Namespace();

    @Test
    void givesATargetEverythingThatTheContractNames() throws Exception {
        ns.schedule(queued(named(with(now("a"), "{\"k\": [1.0, \"/\"]}"), "ta\"sk/\n\u00fc"), "mail"));

        Fire fire = ns.claimNotified(Namespace.hint("a", 1)).fires().get(0).fire();

        String text = ns.handedOver("mail").get(0);
        JsonNode job = new ObjectMapper().readTree(text);
        assertThat(job.fieldNames())
                .toIterable()
                .containsExactly("id", "queue", "name", "payload", "dueAt", "firedAt", "attempt", "generation", "path");
        assertThat(text).contains("\"payload\":{\"k\": [1.0, \"/\"]},");
        assertThat(job.get("name").textValue()).isEqualTo("ta\"sk/\n\u00fc");
        assertThat(Instant.parse(job.get("dueAt").textValue())).isEqualTo(fire.dueAt());
        assertThat(Instant.parse(job.get("firedAt").textValue())).isEqualTo(fire.firedAt());
        assertThat(job.get("attempt").intValue()).isEqualTo(1);
        assertThat(job.get("generation").intValue()).isEqualTo(1);
        assertThat(job.get("path").textValue()).isEqualTo("fast");
    }

    @Test
    void givesNullForWhatWasNotSent() throws Exception {
        ns.schedule(now("a"));
        ns.sweep(10);

        JsonNode job = new ObjectMapper().readTree(ns.handedOver("default").get(0));

        assertThat(job.get("name").isNull()).isTrue();
        assertThat(job.get("payload").isNull()).isTrue();
        assertThat(job.get("path").textValue()).isEqualTo("sweep");
    }

    @Test
    void handsOverToTheListThatTheQueueNames() {
        String list = "list-of-mine" + ns.name;
        Namespace own =
                new Namespace(new Queue(new QueueName("mine"), new Target.RedisList(list), RetryPolicy.DEFAULT, null));
        own.schedule(List.of(queued(now("a"), "mine"), now("b")));

        own.sweep(10);

        assertThat(own.redis.cliLong("LLEN", list)).isEqualTo(1);
        assertThat(own.handedOver("mine")).isEmpty();
        assertThat(own.handedOverIds("default")).containsExactly("b");
    }

    @Test
    void triesAgainWithBackOffWhereTheTargetIsNoListAndHandsOverOnceItIs() {
        ns.redis.cli("SET", target("mail"), "not a list");
        ns.schedule(queued(retrying(now("a"), Drafts.fixed(5, SHORT)), "mail"));

        ClaimBatch batch = ns.claimNotified(Namespace.hint("a", 1));

        Fire fire = batch.fires().get(0).fire();
        Job waiting = ns.job("a");
        assertThat(fire.outcome()).isEqualTo(FireOutcome.RETRY);
        assertThat(waiting.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(waiting.history().attempts()).isEqualTo(1);
        assertThat(waiting.history().lastError()).startsWith("WRONGTYPE");
        assertThat(waiting.dueAt()).isEqualTo(fire.firedAt().plus(SHORT));
        assertThat(ns.score("a")).isEqualTo(Long.toString(waiting.dueAt().toEpochMilli()));
        assertThat(ns.counts()).isEqualTo(Map.of("scheduled:mail", 1L));
        assertThat(ns.redis.cli("GET", target("mail"))).isEqualTo("not a list");

        ns.redis.cli("DEL", target("mail"));
        ns.awaitDue(waiting.dueAt());
        assertThat(ns.claimNotified(Namespace.hint("a", 1))
                        .fires()
                        .get(0)
                        .fire()
                        .attempt())
                .isEqualTo(2);
        assertThat(ns.job("a").state()).isEqualTo(JobState.DELIVERED);
        assertThat(ns.job("a").history().lastError()).isNull();
        assertThat(ns.handedOver("mail").get(0)).contains("\"attempt\":2,\"generation\":1");
        assertThat(ns.counts()).isEqualTo(Map.of("delivered:mail", 1L));
        assertThat(ns.job("a").history().timeline())
                .extracting(event -> event.event())
                .containsExactly("scheduled", "retry", "due", "delivered");
    }

    @Test
    void givesARetryADueKeyThatEndsAtItsNewDueTime() {
        ns.redis.cli("SET", target("mail"), "not a list");
        ns.schedule(queued(retrying(now("a"), Drafts.fixed(2, Duration.ofMinutes(5))), "mail"));

        ns.sweep(10);

        assertThat(ns.redis.cliLong("PEXPIRETIME", ns.dueKey("a", 1)))
                .isEqualTo(ns.job("a").dueAt().toEpochMilli() - 1);
        assertThat(ns.sweep(10).fires()).isEmpty();
    }

    @Test
    void diesWithTheReasonWhenTheAttemptsAreUsedUp() {
        ns.redis.cli("SET", target("mail"), "not a list");
        ns.schedule(queued(retrying(now("a"), Drafts.fixed(2, SHORT)), "mail"));

        ns.sweep(10);
        ns.awaitDue(ns.job("a").dueAt());
        ClaimBatch last = ns.sweep(10);

        assertThat(last.fires().get(0).fire().outcome()).isEqualTo(FireOutcome.DEAD);
        assertThat(ns.job("a").state()).isEqualTo(JobState.DEAD);
        assertThat(ns.job("a").history().attempts()).isEqualTo(2);
        assertThat(ns.job("a").history().lastError()).startsWith("WRONGTYPE");
        assertThat(ns.members(ns.keys.dead())).containsExactly("a");
        assertThat(ns.members(ns.keys.schedule())).isEmpty();
        assertThat(ns.exists(ns.dueKey("a", 1))).isFalse();
        assertThat(ns.counts()).isEqualTo(Map.of("dead:mail", 1L));
        assertThat(ns.redis.cliLong("XLEN", ns.keys.fires())).isEqualTo(2);
    }

    @Test
    void takesTheRetryRulesOfTheQueueWhereTheJobBringsNone() {
        Namespace own = new Namespace(new Queue(
                new QueueName("strict"), new Target.RedisList("strict" + ns.name), Drafts.fixed(1, SHORT), null));
        own.redis.cli("SET", "strict" + ns.name, "not a list");
        own.schedule(
                List.of(queued(now("none"), "strict"), queued(retrying(now("own"), Drafts.fixed(2, SHORT)), "strict")));

        own.sweep(10);

        assertThat(own.job("none").state()).isEqualTo(JobState.DEAD);
        assertThat(own.job("own").state()).isEqualTo(JobState.SCHEDULED);
    }

    @Test
    void doesNotLetOneBrokenTargetHoldUpTheOthers() {
        ns.redis.cli("SET", target("broken"), "not a list");
        ns.schedule(List.of(queued(now("a"), "broken"), queued(now("b"), "good"), queued(now("c"), "broken")));

        assertThat(ns.sweep(10).fires())
                .extracting(fire -> fire.fire().outcome())
                .containsExactly(FireOutcome.RETRY, FireOutcome.DELIVERED, FireOutcome.RETRY);

        assertThat(ns.handedOverIds("good")).containsExactly("b");
    }

    @Test
    void waitsTwiceAsLongAfterEachAttemptUpToTheLongestWait() {
        ns.redis.cli("SET", target("mail"), "not a list");
        ns.schedule(queued(
                retrying(now("a"), Drafts.exponential(1000, Duration.ofMillis(1000), Duration.ofMillis(7500), 0)),
                "mail"));

        List<Long> waits = new ArrayList<>();
        for (int attempt = 0; attempt < 6; attempt++) {
            waits.add(waitAfterOneMoreAttempt("a"));
        }
        ns.tamper("a", "r[7] = 900");
        waits.add(waitAfterOneMoreAttempt("a"));

        assertThat(waits).containsExactly(1000L, 2000L, 4000L, 7500L, 7500L, 7500L, 7500L);
    }

    @Test
    void spreadsTheWaitsOfOneBatchWithinTheJitterAndTheLongestWait() {
        ns.redis.cli("SET", target("mail"), "not a list");
        RetryPolicy half = Drafts.exponential(5, Duration.ofMillis(10_000), Duration.ofMillis(12_000), 0.5);
        ns.schedule(IntStream.range(0, 100)
                .mapToObj(i -> queued(retrying(now("a" + i), half), "mail"))
                .toList());

        Instant firedAt = ns.sweep(200).fires().get(0).fire().firedAt();

        List<Long> waits = IntStream.range(0, 100)
                .mapToObj(
                        i -> Duration.between(firedAt, ns.job("a" + i).dueAt()).toMillis())
                .toList();
        assertThat(waits).allMatch(wait -> wait >= 5_000 && wait <= 12_000);
        assertThat(waits.stream().distinct().count()).isGreaterThan(40);
    }

    @Test
    void doesNotFireBeyondTheDeadlineOfTheJobOrItsQueue() {
        Namespace own = new Namespace(new Queue(
                new QueueName("hasty"),
                new Target.RedisList("hasty" + ns.name),
                RetryPolicy.DEFAULT,
                Duration.ofMillis(5)));
        own.schedule(List.of(
                within(now("job"), Duration.ofMillis(1)),
                queued(now("queue"), "hasty"),
                queued(within(now("patient"), Duration.ofHours(1)), "hasty"),
                now("none")));
        own.awaitDue(own.job("none").dueAt().plusMillis(10));

        ClaimBatch batch = own.sweep(10);

        assertThat(batch.fires())
                .extracting(fire -> fire.fire().job().id().value())
                .containsExactly("patient", "none");
        for (String id : List.of("job", "queue")) {
            assertThat(own.job(id).state()).isEqualTo(JobState.DEAD);
            assertThat(own.job(id).history().lastError()).isEqualTo("deadline");
            assertThat(own.job(id).history().attempts()).isZero();
        }
        assertThat(own.members(own.keys.dead())).containsExactlyInAnyOrder("job", "queue");
        assertThat(own.members(own.keys.schedule())).isEmpty();
        assertThat(own.counts())
                .isEqualTo(
                        Map.of("dead:default", 1L, "dead:hasty", 1L, "delivered:hasty", 1L, "delivered:default", 1L));
        assertThat(own.redis.cliLong("XLEN", own.keys.fires())).isEqualTo(2);
    }

    @Test
    void firesRightAtTheDeadline() {
        ns.schedule(within(in("a", Duration.ofMillis(1)), Duration.ofHours(1)));
        ns.awaitDue(ns.job("a").dueAt());

        assertThat(ns.claimNotified(Namespace.hint("a", 1)).fires()).hasSize(1);
    }

    /** Lets the job be due now and fail once more. */
    private long waitAfterOneMoreAttempt(String id) {
        ns.tamper(id, "r[5] = 1");
        ns.redis.cli("ZADD", ns.keys.schedule(), "1", id);
        Fire fire = ns.sweep(10).fires().get(0).fire();
        return Duration.between(fire.firedAt(), ns.job(id).dueAt()).toMillis();
    }

    private String target(String queue) {
        return ns.name + ":queue:" + queue;
    }
}
