package dev.punctual.redis;

import dev.punctual.core.PunctualException;
import dev.punctual.core.StoreUnavailableException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.ProtocolVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Sends one command of any kind to the Redis of a service, over a connection of its own. */
public final class RedisShell {

    private RedisShell() {}

    /**
     * Sends a command and waits for its answer, however long that takes.
     *
     * @param uri as in the setting {@code redis.uri}
     * @param dataDir where the embedded Redis keeps its data, for {@code embedded}
     * @param words the command and its arguments, at least one
     * @throws StoreUnavailableException if Redis cannot be reached; the message never has a password
     * @throws PunctualException if the address is none, Redis refuses the connection, or the connection breaks
     */
    public static RedisAnswer send(String uri, Path dataDir, List<String> words) {
        RedisAddress address = addressOf(uri, dataDir);
        RedisURI target = address.toUri(RedisSettings.DEFAULT.timeouts());
        target.setClientName("punctual-shell");
        RedisClient client = RedisClient.create(target);
        client.setOptions(options());
        try (StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
            words.stream().skip(1).map(RedisShell::bytes).forEach(arguments::add);
            return connection
                    .async()
                    .dispatch(
                            new Word(words.get(0)),
                            new AnswerOutput(words.get(0).equalsIgnoreCase("TYPE")),
                            arguments)
                    .get();
        } catch (ExecutionException broken) {
            throw new PunctualException("the connection to Redis at " + address + " broke before the answer", broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new PunctualException("interrupted before the answer of Redis", interrupted);
        } catch (RedisException failed) {
            throw notConnected(address, failed);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ZERO);
        }
    }

    static RedisAddress addressOf(String uri, Path dataDir) {
        return RedisAddress.parse(uri.equals(RedisSettings.EMBEDDED) ? embeddedAddress(dataDir) : uri);
    }

    /** The port of the last start may be another server's by now, so it is asked whose data it has. */
    private static String embeddedAddress(Path dataDir) {
        OptionalInt port = EmbeddedRedisDirectory.lastPort(dataDir);
        try {
            if (port.isPresent() && new EmbeddedRedisProbe(port.getAsInt()).serves(dataDir.toRealPath())) {
                return "redis://127.0.0.1:" + port.getAsInt();
            }
        } catch (IOException gone) {
            throw noEmbedded(dataDir, gone);
        }
        throw noEmbedded(dataDir, null);
    }

    private static StoreUnavailableException noEmbedded(Path dataDir, @Nullable Exception cause) {
        return new StoreUnavailableException(
                "no embedded Redis runs on the data directory " + dataDir
                        + "; start the service with scripts/run, or set PUNCTUAL_DATA_DIR or PUNCTUAL_REDIS_URI as it has them",
                cause);
    }

    static PunctualException notConnected(RedisAddress address, RedisException failed) {
        Throwable root = failed;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = "Redis at " + address + " cannot be used: " + root.getMessage();
        return root instanceof RedisCommandExecutionException
                ? new PunctualException(message, failed)
                : new StoreUnavailableException(message + "; is PUNCTUAL_REDIS_URI that of the service?", failed);
    }

    private static ClientOptions options() {
        return ClientOptions.builder()
                .autoReconnect(false)
                .protocolVersion(ProtocolVersion.RESP2)
                // BLPOP and its like take their time.
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(RedisSettings.DEFAULT.timeouts().connect())
                        .build())
                .build();
    }

    private static byte[] bytes(String word) {
        return word.getBytes(StandardCharsets.UTF_8);
    }

    /** A command by the name that was typed. */
    private record Word(String text) implements ProtocolKeyword {
        @Override
        public byte[] getBytes() {
            return bytes(text);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
