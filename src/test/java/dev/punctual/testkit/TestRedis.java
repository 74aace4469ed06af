package dev.punctual.testkit;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;

/**
 * The Redis that the whole suite shares, started at its first use and ended with the JVM. The system property {@code
 * punctual.test.redis} says which: {@code embedded}; the name of an image; or {@code auto}, which is a container of
 * {@code redis:7.0} where an engine answers and has or gets that image, and embedded elsewhere. Tests keep apart by
 * {@link #freshNamespace}; one that changes settings, stops or freezes Redis takes a {@link RedisProcess} of its own.
 */
public final class TestRedis {

    private static final Logger LOG = LoggerFactory.getLogger(TestRedis.class);

    private static final String DEFAULT_IMAGE = "redis:7.0";
    private static final int PULL_LIMIT_SECONDS = 120;

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private TestRedis() {}

    /** The shared server itself. */
    public static RedisAccess shared() {
        return Shared.REDIS;
    }

    public static String uri() {
        return shared().uri();
    }

    /** See {@link RedisAccess#cli}. */
    public static @Nullable Object cli(String... words) {
        return shared().cli(words);
    }

    /** A namespace that no other test of this JVM uses, nor one of an earlier run: {@code t} and letters and digits. */
    public static String freshNamespace() {
        return "t" + Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX) + "x"
                + Long.toString(System.nanoTime(), Character.MAX_RADIX) + "x" + NAMESPACES.incrementAndGet();
    }

    /** Empties every database; only for a test that counts all keys and runs alone. */
    public static void flush() {
        cli("FLUSHALL");
    }

    private static RedisAccess choose(String wanted) {
        boolean embedded = wanted.equals("embedded") || (wanted.equals("auto") && !isToBeHad(DEFAULT_IMAGE));
        if (embedded) {
            LOG.info("The tests talk to the embedded Redis");
            return RedisProcess.start("--save", "");
        }
        String image = wanted.equals("auto") ? DEFAULT_IMAGE : wanted;
        LOG.info("The tests talk to a container of {}", image);
        return new RedisContainer(image);
    }

    private static boolean isToBeHad(String image) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            return false;
        }
        DockerClient engine = DockerClientFactory.instance().client();
        try {
            engine.inspectImageCmd(image).exec();
            return true;
        } catch (NotFoundException absent) {
            return pull(engine, image);
        }
    }

    private static boolean pull(DockerClient engine, String image) {
        try {
            return engine.pullImageCmd(image).start().awaitCompletion(PULL_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (DockerException e) {
            LOG.info("{} cannot be pulled: {}", image, e.toString());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static final class Shared {
        static final RedisAccess REDIS = choose(System.getProperty("punctual.test.redis", "auto"));
    }
}
