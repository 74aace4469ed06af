package dev.punctual.redis;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.Locale;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/**
 * The settings under {@code redis}. What is absent takes its default; no component is ever null. Immutable.
 *
 * @param uri {@code embedded} (the default), or {@code redis[s]://[[user]:password@]host[:port][/database]}
 * @param dataDir where the embedded Redis keeps its data, default {@code data}
 * @param embeddedPort the port of the embedded Redis, default 6399; if it is taken, any free one
 * @param notifyKeyspaceEvents what to do about the server's flags, default {@code auto}
 * @param requestQueue how many commands may wait for an answer on a connection, default 8192
 * @param timeouts time limits
 */
public record RedisSettings(
        String uri,
        @Size(min = 1) String dataDir,
        @Min(1) @Max(65535) Integer embeddedPort,
        FlagPolicy notifyKeyspaceEvents,
        @Min(64) @Max(1_000_000) Integer requestQueue,
        @Valid Timeouts timeouts) {

    /** The value of {@link #uri} that starts a Redis of our own. */
    public static final String EMBEDDED = "embedded";

    /** What to do about {@code notify-keyspace-events}. */
    public enum FlagPolicy {
        /** Add the missing flags by CONFIG SET after each connect, and never take one away. */
        AUTO,
        /** Look, and report what is missing. */
        CHECK,
        /** Do not use CONFIG at all. */
        OFF;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param connect to open one connection, default 2 s
     * @param command for the answer to one command, default 2 s
     * @param start for the first connect, repeated until then, default 60 s; after it the service ends
     */
    public record Timeouts(
            @DurationMin(millis = 100) @DurationMax(minutes = 1) Duration connect,
            @DurationMin(millis = 100) @DurationMax(minutes = 1) Duration command,
            @DurationMin(seconds = 1) @DurationMax(hours = 1) Duration start) {

        static final Timeouts DEFAULT =
                new Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(60));

        /** Jackson hands over null for what is absent. */
        public Timeouts {
            connect = connect == null ? DEFAULT.connect : connect;
            command = command == null ? DEFAULT.command : command;
            start = start == null ? DEFAULT.start : start;
        }
    }

    /** All defaults. */
    public static final RedisSettings DEFAULT =
            new RedisSettings(EMBEDDED, "data", 6399, FlagPolicy.AUTO, 8192, Timeouts.DEFAULT);

    /** Jackson hands over null for what is absent. */
    public RedisSettings {
        uri = uri == null ? DEFAULT.uri : uri;
        dataDir = dataDir == null ? DEFAULT.dataDir : dataDir;
        embeddedPort = embeddedPort == null ? DEFAULT.embeddedPort : embeddedPort;
        notifyKeyspaceEvents = notifyKeyspaceEvents == null ? DEFAULT.notifyKeyspaceEvents : notifyKeyspaceEvents;
        requestQueue = requestQueue == null ? DEFAULT.requestQueue : requestQueue;
        timeouts = timeouts == null ? Timeouts.DEFAULT : timeouts;
    }
}
