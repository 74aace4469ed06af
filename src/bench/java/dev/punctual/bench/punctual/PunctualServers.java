package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Load;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Redis in its default configuration and instances of the service on it, as separate processes on the loopback. */
public final class PunctualServers implements AutoCloseable {

    /** The queue of all jobs that are measured. */
    static final String QUEUE = "bench";

    /** Where they go. */
    static final String LIST = "punctual:queue:" + QUEUE;

    final RedisProcess redis;
    final List<ServiceProcess> services;

    private PunctualServers(RedisProcess redis, List<ServiceProcess> services) {
        this.redis = redis;
        this.services = services;
    }

    /** Starts all, and waits until they are ready. */
    static PunctualServers start(int instances, Map<String, String> environment, String... jvm) {
        RedisProcess redis = RedisProcess.start();
        PunctualServers servers = new PunctualServers(redis, new ArrayList<>());
        try {
            for (int i = 0; i < instances; i++) {
                ServiceProcess.Builder builder =
                        ServiceProcess.builder().redis(redis).jvm(jvm);
                environment.forEach(builder::env);
                servers.services.add(builder.launch());
            }
            servers.services.forEach(ServiceProcess::awaitReady);
            return servers;
        } catch (RuntimeException | Error failed) {
            servers.close();
            throw failed;
        }
    }

    ServiceProcess service() {
        return services.get(0);
    }

    Loader loader() {
        return new Loader(service().api());
    }

    /** Schedules jobs that are due in a day and later, a millisecond apart. */
    void addPending(int count) {
        if (count > 0) {
            loader().load(Load.inADay("pending-", count, count));
        }
    }

    @Override
    public void close() {
        services.forEach(ServiceProcess::close);
        redis.close();
    }
}
