package dev.punctual.redis;

import dev.punctual.core.NotificationState;
import dev.punctual.core.PunctualException;
import dev.punctual.core.RedisExaminer;
import dev.punctual.core.RedisFacts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Asks one Redis server all that the doctor judges. */
final class ServerExaminer implements RedisExaminer {

    private static final List<String> SETTINGS = List.of(
            "notify-keyspace-events",
            "maxmemory-policy",
            "appendonly",
            "appendfsync",
            "save",
            "hz",
            "active-expire-effort",
            "client-output-buffer-limit",
            "min-replicas-to-write");

    /** Together they fit into the time that a caller of the service waits. */
    static final Limits SHORT = new Limits(Duration.ofMillis(600), Duration.ofMillis(500));

    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final Wants wants;
    private final Supplier<NotificationState> notifications;
    private final Limits limits;

    /**
     * @param expiry how long a key that is left alone is waited for
     * @param search how long orphans are searched for
     */
    record Limits(Duration expiry, Duration search) {}

    /**
     * @param instance names the probe key
     * @param flags the flags that the subscription needs
     * @param rights the commands that the user needs, see {@link NeededRights}
     */
    record Wants(String instance, String flags, List<String> rights) {}

    ServerExaminer(
            ScriptRunner runner,
            RedisKeys keys,
            Wants wants,
            Supplier<NotificationState> notifications,
            Limits limits) {
        this.runner = runner;
        this.keys = keys;
        this.wants = wants;
        this.notifications = notifications;
        this.limits = limits;
    }

    @Override
    public RedisFacts examine() {
        runner.await(runner.command(redis -> redis.ping()));
        return new RedisFacts(
                info(),
                settings(),
                notifications.get(),
                rights(),
                new LeftAloneProbe(runner, keys.probe("doctor:" + wants.instance)).run(limits.expiry),
                skew(),
                new OrphanSearch(runner, keys, false).run(limits.search));
    }

    private Map<String, String> info() {
        Map<String, String> fields = new HashMap<>();
        try {
            runner.await(runner.command(redis -> redis.info())).lines().forEach(line -> {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    fields.put(
                            line.substring(0, colon), line.substring(colon + 1).strip());
                }
            });
        } catch (PunctualException refused) {
            return Map.of();
        }
        return fields;
    }

    private RedisFacts.Settings settings() {
        Map<String, String> values = new HashMap<>();
        try {
            for (String name : SETTINGS) {
                values.putAll(runner.await(runner.command(redis -> redis.configGet(name))));
            }
            return new RedisFacts.Settings(values, "", wants.flags);
        } catch (PunctualException refused) {
            return new RedisFacts.Settings(values, String.valueOf(refused.getMessage()), wants.flags);
        }
    }

    private RedisFacts.Rights rights() {
        String user;
        try {
            user = runner.await(runner.command(redis -> redis.aclWhoami()));
        } catch (PunctualException refused) {
            user = "";
        }
        try {
            return new RedisFacts.Rights(
                    user, NeededRights.judged(wants.rights, new CheckRights(runner).call(wants.rights)), "");
        } catch (PunctualException refused) {
            return new RedisFacts.Rights(user, List.of(), String.valueOf(refused.getMessage()));
        }
    }

    private Duration skew() {
        RedisClock clock = new RedisClock();
        try {
            long sentNanos = System.nanoTime();
            List<String> time = runner.await(runner.command(redis -> redis.time()));
            long micros = Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1));
            clock.sample(micros, sentNanos, System.nanoTime());
        } catch (PunctualException refused) {
            return Duration.ZERO;
        }
        return clock.skew();
    }
}
