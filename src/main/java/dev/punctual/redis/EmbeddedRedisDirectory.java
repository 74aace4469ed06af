package dev.punctual.redis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data directory of an embedded Redis, held by this JVM and no other until it is closed or the JVM ends. */
final class EmbeddedRedisDirectory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedisDirectory.class);

    // The operating system knows locks per process, and drops all of them on a file when any channel to it is closed.
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lockChannel;

    private EmbeddedRedisDirectory(Path path, FileChannel lockChannel) {
        this.path = path;
        this.lockChannel = lockChannel;
    }

    static EmbeddedRedisDirectory hold(Path wanted) {
        Path path = create(wanted);
        if (!HELD_HERE.add(path)) {
            throw inUse(path, "this process");
        }
        try {
            return new EmbeddedRedisDirectory(path, lock(path));
        } catch (RuntimeException e) {
            HELD_HERE.remove(path);
            throw e;
        }
    }

    private static Path create(Path wanted) {
        try {
            // The real path is what redis-server answers to CONFIG GET dir.
            return Files.createDirectories(wanted).toRealPath();
        } catch (IOException e) {
            throw notWritable(wanted, e);
        }
    }

    private static FileChannel lock(Path path) {
        Path file = path.resolve("service.lock");
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                String holder = Files.readString(file).strip();
                channel.close();
                throw inUse(path, "the service with process id " + holder);
            }
            String pid = Long.toString(ProcessHandle.current().pid());
            channel.truncate(0).write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (IOException e) {
            throw notWritable(path, e);
        }
    }

    private static EmbeddedRedisException inUse(Path path, String holder) {
        return new EmbeddedRedisException("The data directory " + path + " is in use by " + holder
                + ". Stop that one, or give this one its own directory (PUNCTUAL_DATA_DIR).");
    }

    private static EmbeddedRedisException notWritable(Path path, IOException e) {
        return new EmbeddedRedisException(
                "The data directory " + path.toAbsolutePath() + " of the embedded Redis cannot be written: " + e
                        + ". Give the service a directory that it may write to (PUNCTUAL_DATA_DIR).",
                e);
    }

    Path path() {
        return path;
    }

    /** The port of the last server that was started here; it may be running still. */
    OptionalInt lastPort() {
        return lastPort(path);
    }

    /** The same of a directory that may be another JVM's, or not be there. */
    static OptionalInt lastPort(Path path) {
        try {
            return OptionalInt.of(
                    Integer.parseInt(Files.readString(portFile(path)).strip()));
        } catch (IOException | NumberFormatException e) {
            LOG.debug("No port of an earlier server in {}", path);
            return OptionalInt.empty();
        }
    }

    void rememberPort(int port) {
        try {
            Files.writeString(portFile(path), Integer.toString(port));
        } catch (IOException e) {
            throw notWritable(path, e);
        }
    }

    private static Path portFile(Path path) {
        return path.resolve("redis.port");
    }

    @Override
    public void close() {
        try {
            lockChannel.close();
        } catch (IOException e) {
            LOG.warn("The lock of {} was not given back: {}", path, e.toString());
        } finally {
            HELD_HERE.remove(path);
        }
    }
}
