package dev.punctual.redis;

import dev.punctual.core.DeadJobs;
import dev.punctual.core.DueStore;
import dev.punctual.core.ExpiryFeed;
import dev.punctual.core.FireLog;
import dev.punctual.core.FireTail;
import dev.punctual.core.JobStore;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.NotificationState;
import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.Pauses;
import dev.punctual.core.Queues;
import dev.punctual.core.RedisExaminer;
import dev.punctual.core.RedisState;
import dev.punctual.core.StatsSource;
import dev.punctual.core.StoreUnavailableException;
import dev.punctual.core.Telemetry;
import dev.punctual.core.UpcomingSource;
import dev.punctual.core.WaitingJobs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of this room, connected: the ports of {@code core} on one Redis. Thread-safe. To be closed last, after all
 * that uses it.
 */
public final class RedisRoom implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisRoom.class);
    private static final Duration RETRY_PAUSE = Duration.ofSeconds(1);

    private final @Nullable EmbeddedRedis embedded;
    private final RedisConnections connections;
    private final JobStore jobs;
    private final RedisDueStore due;
    private final LeaseStore leases;
    private final DeadJobs dead;
    private final Pauses pauses;
    private final FireLog fires;
    private final FireTail tail;
    private final UpcomingSource upcoming;
    private final WaitingJobs waiting;
    private final StatsSource stats;
    private final RedisExpiryFeed feed;
    private final RedisWatch watch;
    private final RedisExaminer examiner;
    private final String address;

    /**
     * Who uses Redis, and for what.
     *
     * @param namespace the beginning of every key
     * @param instance the name of this instance
     * @param queues the queues, for the claim scripts
     * @param telemetry is told of commands and notifications
     */
    public record Tenant(String namespace, String instance, Queues queues, Telemetry telemetry) {}

    /**
     * Connects, where needed to a Redis that it starts itself, and claims the key layout.
     *
     * @throws dev.punctual.core.PunctualException if Redis cannot be reached in time, or the key layout is unknown
     * @throws EmbeddedRedisException if the embedded Redis cannot be started
     */
    public RedisRoom(RedisSettings settings, FeedSettings feedSettings, RetentionSettings retention, Tenant tenant) {
        boolean own = settings.uri().equals(RedisSettings.EMBEDDED);
        RedisAddress configured = own ? null : RedisAddress.parse(settings.uri());
        this.embedded = own ? EmbeddedRedis.start(Path.of(settings.dataDir()), settings.embeddedPort()) : null;
        RedisAddress redis =
                configured != null ? configured : RedisAddress.parse("redis://127.0.0.1:" + embeddedPort());
        this.address = redis.shown();
        RedisConnections opened = null;
        try {
            opened = new RedisConnections(redis, settings);
            this.connections = opened;
            ScriptRunner requests =
                    new ScriptRunner(opened::requests, settings.timeouts().command(), tenant.telemetry());
            ScriptRunner engine =
                    new ScriptRunner(opened::engine, settings.timeouts().command(), tenant.telemetry());
            RedisKeys keys = new RedisKeys(tenant.namespace());
            RedisClock clock = new RedisClock();
            Claimer claimer = new Claimer(
                    tenant.instance(), Routes.of(tenant.namespace(), tenant.queues()), retention.fires(), keys.wake());
            this.jobs = new RedisJobStore(requests, keys, settings.requestQueue());
            this.due = new RedisDueStore(engine, keys, clock, claimer, retention);
            this.leases = new RedisLeaseStore(engine, keys, claimer, clock);
            this.dead = new RedisDeadJobs(requests, keys);
            this.pauses = new RedisPauses(requests, keys);
            this.fires = new RedisFireLog(requests, keys);
            this.tail = new RedisFireTail(
                    requests, keys, opened::openOther, settings.timeouts().command());
            this.upcoming = new CountUpcoming(requests, keys);
            this.waiting = new RedisWaitingJobs(requests, keys);
            this.stats = new RedisStatsSource(requests, keys);
            String probeKey = keys.probe(tenant.instance());
            FeedChannels channels = new FeedChannels(feedSettings.subscription(), keys, redis.database(), probeKey);
            NotificationProbe probe = new NotificationProbe(engine, probeKey, feedSettings.probeTimeout());
            this.feed = new RedisExpiryFeed(opened.feed(), keys, channels, probeKey, probe::heard, tenant.telemetry());
            NotificationFlags flags = new NotificationFlags(engine, settings.notifyKeyspaceEvents(), channels.flags());
            this.watch = new RedisWatch(
                    engine,
                    feed,
                    probe,
                    flags,
                    clock,
                    new RedisWatch.Pings(opened::pingRequests, opened::pingFeed),
                    feedSettings.probeInterval());
            this.examiner = new ServerExaminer(
                    requests,
                    keys,
                    new ServerExaminer.Wants(
                            tenant.instance(),
                            channels.flags(),
                            NeededRights.of(tenant.namespace(), channels, tenant.queues())),
                    watch::notifications,
                    ServerExaminer.SHORT);
            claimLayout(System.nanoTime() + settings.timeouts().start().toNanos());
        } catch (RuntimeException | Error failed) {
            if (opened != null) {
                opened.close();
            }
            if (embedded != null) {
                embedded.close();
            }
            throw failed;
        }
        LOG.info("Redis at {}", address);
    }

    /** The first script. A Redis that does not take it at this moment is asked again within the start's time limit. */
    private void claimLayout(long deadlineNanos) {
        while (true) {
            try {
                var unused = due.beat(false);
                return;
            } catch (StoreUnavailableException | OutcomeUnknownException notYet) {
                if (System.nanoTime() > deadlineNanos || Thread.currentThread().isInterrupted()) {
                    throw notYet;
                }
                LOG.warn("Redis at {} is not ready, trying on: {}", address, notYet.getMessage());
                LockSupport.parkNanos(RETRY_PAUSE.toNanos());
            }
        }
    }

    private int embeddedPort() {
        if (embedded == null) {
            throw new IllegalStateException("no embedded Redis");
        }
        return embedded.port();
    }

    /** Begins to look after notifications; the feed itself is started by who listens. */
    public void start(boolean fastPath) {
        watch.start(fastPath);
    }

    /** The address without its password. */
    public String address() {
        return address;
    }

    public JobStore jobs() {
        return jobs;
    }

    public DueStore due() {
        return due;
    }

    public LeaseStore leases() {
        return leases;
    }

    public DeadJobs dead() {
        return dead;
    }

    public Pauses pauses() {
        return pauses;
    }

    public FireLog fires() {
        return fires;
    }

    public FireTail tail() {
        return tail;
    }

    public UpcomingSource upcoming() {
        return upcoming;
    }

    public WaitingJobs waiting() {
        return waiting;
    }

    public StatsSource stats() {
        return stats;
    }

    public ExpiryFeed feed() {
        return feed;
    }

    public NotificationState notifications() {
        return watch.notifications();
    }

    public RedisState redis() {
        return watch.redis();
    }

    public RedisExaminer examiner() {
        return examiner;
    }

    @Override
    public void close() {
        watch.close();
        connections.close();
        if (embedded != null) {
            embedded.close();
        }
    }
}
