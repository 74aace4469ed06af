package dev.punctual.bench.punctual;

import com.github.f4b6a3.tsid.TsidCreator;
import dev.punctual.PunctualConfiguration;
import dev.punctual.core.JobId;
import dev.punctual.core.JobService;
import dev.punctual.core.Sightings;
import dev.punctual.core.Telemetry;
import dev.punctual.redis.RedisRoom;
import dev.punctual.redis.RedisSettings;

/** The rooms that schedule, connected as the service connects them, in its default settings. */
final class Library {

    private static final PunctualConfiguration DEFAULTS = new PunctualConfiguration();

    private Library() {}

    static RedisRoom room(String redisUri) {
        RedisSettings standard = DEFAULTS.redis();
        RedisSettings settings = new RedisSettings(
                redisUri,
                standard.dataDir(),
                standard.embeddedPort(),
                standard.notifyKeyspaceEvents(),
                standard.requestQueue(),
                standard.timeouts());
        return new RedisRoom(
                settings,
                DEFAULTS.notifications(),
                DEFAULTS.retention(),
                new RedisRoom.Tenant(DEFAULTS.namespace(), "bench", DEFAULTS.queues(), Telemetry.NONE));
    }

    static JobService jobs(RedisRoom room) {
        return new JobService(
                room.jobs(),
                DEFAULTS.queues(),
                () -> new JobId(TsidCreator.getTsid().toString()),
                due -> {},
                Sightings.NONE);
    }
}
