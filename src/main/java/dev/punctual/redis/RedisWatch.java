package dev.punctual.redis;

import dev.punctual.core.NotificationState;
import dev.punctual.core.NotificationState.State;
import dev.punctual.core.RedisState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the subscription and asks at intervals whether notifications arrive and how Redis is set up. What it finds
 * is read from memory, by any thread.
 */
final class RedisWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisWatch.class);
    private static final int LOOKS_PER_INFO = 5;
    private static final NotificationState DISABLED =
            new NotificationState(State.OFF, null, "the fast path is switched off (fastPath.enabled)");
    private static final NotificationState NOT_ASKED =
            new NotificationState(State.SILENT, null, "no probe key has been announced yet");

    private final ScriptRunner runner;
    private final RedisExpiryFeed feed;
    private final NotificationProbe probe;
    private final NotificationFlags flags;
    private final RedisClock clock;
    private final Pings pings;
    private final Duration interval;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread watch = new Thread(task, "punctual-redis-watch");
        watch.setDaemon(true);
        return watch;
    });

    private volatile NotificationState notifications = NOT_ASKED;
    private volatile RedisState redis = new RedisState("", "", Duration.ZERO, Duration.ZERO, List.of());
    private boolean started;
    private volatile boolean wasListening;
    private int looks;

    /** What asks a connection for a sign of life, so that one that died unnoticed is opened anew. */
    record Pings(Runnable requests, Runnable feed) {}

    /**
     * @param pings ask for signs of life; must not block
     */
    RedisWatch(
            ScriptRunner runner,
            RedisExpiryFeed feed,
            NotificationProbe probe,
            NotificationFlags flags,
            RedisClock clock,
            Pings pings,
            Duration interval) {
        this.runner = runner;
        this.feed = feed;
        this.probe = probe;
        this.flags = flags;
        this.clock = clock;
        this.pings = pings;
        this.interval = interval;
        feed.whenListening(this::lookSoon);
    }

    /**
     * @param fastPath whether there is a subscription to look after
     */
    void start(boolean fastPath) {
        started = fastPath;
        if (!fastPath) {
            notifications = DISABLED;
        }
        var unused = thread.scheduleWithFixedDelay(this::look, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A new connection may find the server's flags gone. Does not block. */
    private void lookSoon() {
        wasListening = false;
        if (!thread.isShutdown()) {
            thread.execute(this::look);
        }
    }

    NotificationState notifications() {
        return notifications;
    }

    RedisState redis() {
        return redis;
    }

    private void look() {
        try {
            pings.requests.run();
            if (started) {
                notifications = lookAtNotifications();
            }
            if (notifications.state() != State.ON) { // else the probe's notification was the sign of life
                pings.feed.run();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error failed) { // one that got out would end the schedule
            notifications = new NotificationState(State.SILENT, null, String.valueOf(failed.getMessage()));
        }
        try {
            if (looks++ % LOOKS_PER_INFO == 0) {
                redis = lookAtRedis();
            }
        } catch (RuntimeException | Error failed) { // nor this one; a user without the right to INFO gets here
            LOG.debug("Redis could not be looked at: {}", failed.getMessage());
        }
    }

    private NotificationState lookAtNotifications() throws InterruptedException {
        feed.ensureSubscribed();
        String refusal = feed.refusal();
        if (refusal != null) {
            return new NotificationState(State.FORBIDDEN, null, refusal);
        }
        if (!feed.isListening()) {
            wasListening = false;
            return new NotificationState(State.SILENT, null, "the subscriber is not connected");
        }
        if (!wasListening) {
            ensureFlags();
        }
        Duration lag = probe.run();
        NotificationState found = NotificationProbe.state(
                lag, lag == null ? flags.look() : NotificationFlags.Known.PRESENT, flags.remedy());
        if (found.state() != notifications.state()) {
            LOG.info("Notifications are {} {}", found.state(), found.reason());
        }
        return found;
    }

    /** A restart of Redis empties a setting that was not in its file. The subscriber may be back before the commands are. */
    private void ensureFlags() {
        wasListening = true;
        try {
            runner.await(runner.command(redis -> redis.ping()));
            flags.ensure();
        } catch (RuntimeException notYet) {
            wasListening = false;
            throw notYet;
        }
    }

    private RedisState lookAtRedis() {
        long asked = System.nanoTime();
        String info = runner.await(runner.command(commands -> commands.info()));
        Duration latency = Duration.ofNanos(System.nanoTime() - asked);
        List<Object> time = new ArrayList<>();
        long sent = System.nanoTime();
        runner.await(runner.command(commands -> commands.time())).forEach(time::add);
        long micros =
                Long.parseLong(String.valueOf(time.get(0))) * 1_000_000 + Long.parseLong(String.valueOf(time.get(1)));
        clock.sample(micros, sent, System.nanoTime());
        String mode = field(info, "redis_mode");
        String version = field(info, "valkey_version");
        return new RedisState(
                version == null ? String.valueOf(field(info, "redis_version")) : version,
                mode == null ? "" : mode,
                latency,
                clock.skew(),
                warnings(info),
                memory(info));
    }

    private static RedisState.@Nullable Memory memory(String info) {
        String used = field(info, "used_memory");
        String max = field(info, "maxmemory");
        return used == null || max == null ? null : new RedisState.Memory(Long.parseLong(used), Long.parseLong(max));
    }

    private List<String> warnings(String info) {
        List<String> warnings = new ArrayList<>();
        String policy = field(info, "maxmemory_policy");
        if (policy != null && !policy.equals("noeviction")) {
            warnings.add("maxmemory-policy is '" + policy
                    + "', so Redis may remove keys of jobs; set it: CONFIG SET maxmemory-policy" + " noeviction");
        }
        if (!warnings.equals(redis.warnings())) {
            warnings.forEach(LOG::warn);
        }
        return warnings;
    }

    private static @Nullable String field(String info, String name) {
        return info.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).trim())
                .findFirst()
                .orElse(null);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
