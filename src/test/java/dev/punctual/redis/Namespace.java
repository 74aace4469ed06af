package dev.punctual.redis;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedJob;
import dev.punctual.core.DueKey;
import dev.punctual.core.Generation;
import dev.punctual.core.Job;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.Precondition;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Scheduled;
import dev.punctual.core.Target;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisAccess;
import dev.punctual.testkit.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A namespace of its own on a Redis, with every script's class on it, and a look at what stands in Redis. */
final class Namespace {

    static final String INSTANCE = "test-1";
    static final int KEEP_FIRES = 100_000;

    final RedisAccess redis;
    final String name = TestRedis.freshNamespace();
    final RedisKeys keys = new RedisKeys(name);
    final ScriptRunner runner;
    final RedisClock clock = new RedisClock();
    final Claimer claimer;

    /** Free places of leased queues in all claims to come. */
    Map<QueueName, Integer> free = Map.of();

    /** On the Redis that the suite shares. */
    Namespace(Queue... queues) {
        this(TestRedis.shared(), SharedConnections.runner(), queues);
    }

    Namespace(RedisAccess redis, ScriptRunner runner, Queue... queues) {
        this.redis = redis;
        this.runner = runner;
        Map<QueueName, Queue> named = Stream.of(queues).collect(Collectors.toMap(Queue::name, Function.identity()));
        Queues all = new Queues(named, false, Namespace::unnamed);
        this.claimer = new Claimer(INSTANCE, Routes.of(name, all), KEEP_FIRES, keys.wake());
    }

    private static Queue unnamed(QueueName queue) {
        return new Queue(queue, new Target.RedisList("unused"), RetryPolicy.DEFAULT, null);
    }

    Scheduled schedule(JobDraft draft) {
        return schedule(List.of(draft)).get(0);
    }

    List<Scheduled> schedule(List<JobDraft> drafts) {
        return runner.await(new ScheduleJobs(runner, keys).create(drafts));
    }

    Scheduled put(JobDraft draft, Precondition precondition) {
        return runner.await(new ScheduleJobs(runner, keys).put(draft, precondition))
                .get(0);
    }

    void cancel(String id) {
        new CancelJob(runner, keys).call(new JobId(id));
    }

    Job job(String id) {
        List<Job> found = new GetJobs(runner, keys).call(List.of(id));
        if (found.isEmpty()) {
            throw new AssertionError("no job " + id);
        }
        return found.get(0);
    }

    ClaimBatch claimNotified(DueKey... hints) {
        return claimNotified(List.of(hints));
    }

    ClaimBatch claimNotified(List<DueKey> hints) {
        return new ClaimNotified(runner, keys, claimer, clock).call(hints, Instant.EPOCH, free);
    }

    /** Without grace. */
    ClaimBatch sweep(int limit) {
        return sweep(limit, Duration.ZERO, Instant.EPOCH);
    }

    ClaimBatch sweep(int limit, Duration grace, Instant catchUpBefore) {
        return new ClaimOverdue(runner, keys, claimer, clock).call(limit, grace, catchUpBefore, free);
    }

    /** Lets a job be leased by its notification, and answers with it. */
    ClaimedJob lease(String id, long generation) {
        List<ClaimedJob> leased = claimNotified(hint(id, generation)).leased();
        if (leased.isEmpty()) {
            throw new AssertionError("not leased: " + id);
        }
        return leased.get(0);
    }

    LeaseStore.ParkedBatch claimParked(String queue, int limit) {
        return new ClaimParked(runner, keys, claimer, clock).call(new QueueName(queue), limit);
    }

    LeaseEnd.Outcome end(LeaseToken token, LeaseEnd.How how) {
        return new EndLeases(runner, keys, claimer)
                .call(List.of(new LeaseEnd(token, how)))
                .outcomes()
                .get(0)
                .outcome();
    }

    LeaseStore.Lapsed lapse() {
        return new LapseLeases(runner, keys, claimer).call(100);
    }

    /** Lets the lease of a running job be over. */
    void letLapse(String id) {
        redis.cli("ZADD", keys.running(), "XX", "1", id);
    }

    void pause(String queue) {
        new HoldQueue(runner, keys).pause(new QueueName(queue));
    }

    void resume(String queue) {
        new HoldQueue(runner, keys).resume(new QueueName(queue));
    }

    /** The ids that are parked, by due time and then by id. */
    List<String> parked(String queue) {
        return members(keys.parked(new QueueName(queue)));
    }

    static DueKey hint(String id, long generation) {
        return new DueKey(new JobId(id), new Generation(generation));
    }

    /** Redis's time in milliseconds. */
    long nowMillis() {
        List<String> time = redis.cliList("TIME");
        return TimeUnit.SECONDS.toMillis(Long.parseLong(time.get(0))) + Long.parseLong(time.get(1)) / 1000;
    }

    /** Waits until Redis's clock has reached a due time. */
    void awaitDue(Instant due) {
        Await.await("due").until(() -> nowMillis() >= due.toEpochMilli());
    }

    boolean exists(String key) {
        return redis.cliLong("EXISTS", key) == 1;
    }

    String dueKey(String id, long generation) {
        return keys.due(hint(id, generation));
    }

    /** The score in the schedule as Redis prints it; null where the id does not stand in it. */
    @Nullable String score(String id) {
        return (String) redis.cli("ZSCORE", keys.schedule(), id);
    }

    List<String> members(String zset) {
        return redis.cliList("ZRANGE", zset, "0", "-1");
    }

    /** What has been handed over to a queue that names no key. */
    List<String> handedOver(String queue) {
        return redis.cliList("LRANGE", name + ":queue:" + queue, "0", "-1");
    }

    List<String> handedOverIds(String queue) {
        return handedOver(queue).stream().map(Namespace::idOf).toList();
    }

    private static String idOf(String envelope) {
        return envelope.substring("{\"id\":\"".length(), envelope.indexOf('"', "{\"id\":\"".length()));
    }

    /** The counts by state and queue that are not 0. */
    Map<String, Long> counts() {
        Map<String, Long> counts = hash(keys.counts());
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    Map<String, Long> counters() {
        return hash(keys.counters());
    }

    private Map<String, Long> hash(String key) {
        List<String> flat = redis.cliList("HGETALL", key);
        Map<String, Long> hash = new TreeMap<>();
        for (int i = 0; i < flat.size(); i += 2) {
            hash.put(flat.get(i), Long.parseLong(flat.get(i + 1)));
        }
        return hash;
    }

    List<String> allKeys() {
        return redis.cliList("KEYS", "*" + name + "*");
    }

    /**
     * Every key of the namespace with its content, but for those that are about to expire; two are equal where nothing was
     * changed between.
     */
    Map<String, String> snapshot() {
        Map<String, String> snapshot = new TreeMap<>();
        for (String key : allKeys()) {
            long leftMillis = redis.cliLong("PTTL", key);
            if (leftMillis == -1 || leftMillis > 60_000) {
                snapshot.put(key, String.valueOf(redis.cli("DUMP", key)));
            }
        }
        return snapshot;
    }

    /** Runs Lua as an operator's hand would. */
    @Nullable Object lua(String body, String... args) {
        String[] words = Stream.concat(Stream.of("EVAL", body, "1", keys.schedule()), Stream.of(args))
                .toArray(String[]::new);
        return redis.cli(words);
    }

    /** Changes places of a record, see the record prelude; the rest stays. */
    void tamper(String id, String statements) {
        lua(
                "local r = { cmsgpack.unpack(redis.call('GET', ARGV[1])) } " + statements
                        + " redis.call('SET', ARGV[1], cmsgpack.pack(unpack(r, 1, math.max(18, #r))))",
                keys.job(id));
    }
}
