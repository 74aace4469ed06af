package dev.punctual.bench;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** What an instance costs Redis while nothing is due. */
final class IdleMeasure implements Measure {

    private static final int PENDING = 100_000;

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String purpose() {
        return "Redis commands a second of one instance, " + PENDING + " jobs pending, none due";
    }

    @Override
    public Figures run(boolean quick) {
        Duration over = Duration.ofSeconds(quick ? 10 : 30);
        try (Servers servers = Servers.start(Map.of())) {
            servers.addPending(PENDING);
            rest(Duration.ofSeconds(3));
            long before = commands(servers);
            long started = System.nanoTime();
            rest(over);
            double seconds = (System.nanoTime() - started) / 1e9;
            // Of the two looks at the counter, the first counts in it.
            double perSecond = (commands(servers) - before - 1) / seconds;
            return Figures.of(Map.of("pending", PENDING)).with("commandsPerSecond", perSecond);
        }
    }

    private static void rest(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    /** Commands that clients sent; those within scripts are not round trips. */
    private static long commands(Servers servers) {
        return servers.redis
                .cliString("INFO", "stats")
                .lines()
                .filter(line -> line.startsWith("total_commands_processed:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
                .findFirst()
                .orElseThrow();
    }
}
