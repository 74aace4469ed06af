package dev.punctual.testkit;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What every Redis of the test kit can do, whatever it runs in. Methods may be called from any thread. */
public abstract class RedisAccess {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);

    private @Nullable RespClient client;

    /** The address from the test's point of view. */
    public abstract String host();

    /** The port from the test's point of view. */
    public abstract int port();

    /** The password of the default user; empty if it needs none. */
    String password() {
        return "";
    }

    /** {@code redis://host:port}, with the password of the default user if it has one. */
    public final String uri() {
        String userInfo = password().isEmpty() ? "" : ":" + password() + "@";
        return "redis://" + userInfo + host() + ":" + port();
    }

    /** The same with a user and password, which stand in it as given: no character that a URI would need escaped. */
    public final String uri(String user, String password) {
        return "redis://" + user + ":" + password + "@" + host() + ":" + port();
    }

    /**
     * Sends a command to database 0 over a connection that is kept, and opened anew where it broke.
     *
     * @return String, Long, List or null, as Redis answered
     * @throws RespError if Redis answers with an error
     * @throws UncheckedIOException if it does not answer within 60 s
     */
    public final synchronized @Nullable Object cli(String... words) {
        return cliOn(0, words);
    }

    /** The same on a database by its number. */
    public final synchronized @Nullable Object cliOn(int database, String... words) {
        boolean kept = client != null;
        try {
            return call(database, words);
        } catch (UncheckedIOException e) {
            disconnect();
            // A kept connection may have been closed since; a command that began on a fresh one is not sent twice.
            if (!kept || e.getCause() instanceof SocketTimeoutException) {
                throw e;
            }
            return call(database, words);
        }
    }

    private @Nullable Object call(int database, String... words) {
        RespClient open = client;
        if (open == null) {
            open = connect();
            client = open;
        }
        if (database == 0) {
            return open.call(words);
        }
        open.call("SELECT", Integer.toString(database));
        try {
            return open.call(words);
        } finally {
            open.call("SELECT", "0");
        }
    }

    /** The answer as a number. */
    public final long cliLong(String... words) {
        return (Long) Objects.requireNonNull(cli(words));
    }

    /** The answer as text; fails on null. */
    public final String cliString(String... words) {
        return Objects.requireNonNull(cli(words), () -> Arrays.toString(words)).toString();
    }

    /** The answer as a list of texts. */
    public final List<String> cliList(String... words) {
        return ((List<?>) Objects.requireNonNull(cli(words)))
                .stream().map(String::valueOf).toList();
    }

    /** A connection of the caller's own, for pipelines, MONITOR and subscriptions. The caller closes it. */
    public final RespClient connect() {
        RespClient fresh = new RespClient(host(), port(), ANSWER_LIMIT);
        if (!password().isEmpty()) {
            fresh.call("AUTH", password());
        }
        return fresh;
    }

    final synchronized void disconnect() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
