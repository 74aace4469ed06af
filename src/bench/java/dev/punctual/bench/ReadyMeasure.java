package dev.punctual.bench;

import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import java.util.Map;

/** How long the service takes from the start of its process to its first answer. */
final class ReadyMeasure implements Measure {

    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public String name() {
        return "ready";
    }

    @Override
    public String purpose() {
        return "from the start of the process until it answers, on a Redis that runs";
    }

    @Override
    public Figures run(boolean quick) {
        try (RedisProcess redis = RedisProcess.start()) {
            long started = System.nanoTime();
            try (ServiceProcess service = ServiceProcess.builder().redis(redis).start()) {
                double millis = (System.nanoTime() - started) / NANOS_PER_MILLI;
                service.http().get("/v1/stats");
                return Figures.of(Map.of()).with("readyMs", millis);
            }
        }
    }
}
