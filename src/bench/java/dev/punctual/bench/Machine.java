package dev.punctual.bench;

import dev.punctual.bench.kit.Progress;
import dev.punctual.testkit.RedisProcess;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where and with what it is measured. */
final class Machine {

    private Machine() {}

    static void print() {
        Progress.clear();
        System.out.printf(
                "%s, %d processors, %s %s%n",
                processor(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.version"));
        System.out.printf(
                "Java %s, Lettuce %s, Redis %s in its default configuration, payload 200 bytes%n",
                System.getProperty("java.runtime.version"),
                RedisClient.class.getPackage().getImplementationVersion(),
                redisVersion());
    }

    private static String redisVersion() {
        try (RedisProcess redis = RedisProcess.start()) {
            return redis.cliString("INFO", "server")
                    .lines()
                    .filter(line -> line.startsWith("redis_version:"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("?");
        }
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }
}
