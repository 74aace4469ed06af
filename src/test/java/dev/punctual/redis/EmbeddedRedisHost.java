package dev.punctual.redis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A service reduced to its embedded Redis, in a JVM of its own that a test can kill. */
final class EmbeddedRedisHost {

    private EmbeddedRedisHost() {}

    public static void main(String[] args) throws Exception {
        EmbeddedRedis redis = EmbeddedRedis.start(Path.of(args[0]), 0);
        Files.writeString(Path.of(args[1]), redis.uri());
        new CountDownLatch(1).await();
    }
}
