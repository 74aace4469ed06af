package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.api.DurationText;
import dev.punctual.api.InstantText;
import dev.punctual.core.FireTail;
import dev.punctual.core.SystemClock;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "watch",
        description = {
            "Show fires as they happen: path, cause, lag. Ends with Ctrl-C.",
            "After a cut it goes on where it was, and says so."
        })
final class WatchCommand implements Callable<Integer> {

    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final Terminal terminal;
    private final Map<String, String> environment;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Only of this queue.")
    @Nullable String queue;

    @Option(names = "--path", paramLabel = "PATH", description = "Only by this path: fast or sweep.")
    @Nullable String path;

    @Option(
            names = "--cause",
            paramLabel = "CAUSE",
            description = "Only for this cause: late, lost, saturated, catch_up or lease_lapsed.")
    @Nullable String cause;

    @Option(
            names = "--since",
            paramLabel = "WHEN",
            description = "Begin in the past: 10m ago, at an instant (2030-01-31T09:00:00Z), or after an event's id.")
    @Nullable String since;

    @Option(names = "--count", paramLabel = "N", description = "End after so many fires.")
    long count = Long.MAX_VALUE;

    @Option(names = "--json", description = "Print each fire as JSON, one a line.")
    boolean json;

    @Mixin
    ServiceOptions service = new ServiceOptions();

    private long shown;

    WatchCommand(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        ServicePath stream = ServicePath.of("/v1/fires/stream")
                .with("queue", queue)
                .with("path", path)
                .with("cause", cause);
        FireEvents events = new FireEvents(URI.create(service.url + stream.toString()), begin());
        boolean wasOpen = false;
        boolean told = false;
        long pauseMillis = FIRST_PAUSE_MILLIS;
        while (true) {
            String reason = "the service ended the stream";
            Opening opening = new Opening(told);
            try {
                if (events.read(opening, this::show)) {
                    return ExitCode.DONE;
                }
            } catch (IOException cut) {
                if (!wasOpen && !opening.open) {
                    throw new FailedCallException(
                            ExitCode.UNREACHABLE, "nothing follows at " + service.url + ": " + reasonOf(cut), cut);
                }
                reason = reasonOf(cut);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return ExitCode.DONE;
            }
            wasOpen = true;
            if (opening.open) {
                pauseMillis = FIRST_PAUSE_MILLIS;
                told = false;
            }
            if (!told) {
                terminal.complain("cut (" + reason + "); trying to go on");
                told = true;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
            pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis * 2);
        }
    }

    /** Is told when the stream is open, and says so where it was cut before. */
    private final class Opening implements Runnable {
        private final boolean again;
        boolean open;

        Opening(boolean again) {
            this.again = again;
        }

        @Override
        public void run() {
            open = true;
            if (again) {
                terminal.complain("going on where it was");
            }
        }
    }

    private @Nullable String begin() {
        String when = since;
        if (when == null || FireTail.isPosition(when)) {
            return when;
        }
        try {
            return InstantText.parse(when).toEpochMilli() + "-0";
        } catch (IllegalArgumentException noInstant) {
            try {
                long millis = SystemClock.millis() - DurationText.parse(when).toMillis();
                return Math.max(1, millis) + "-0";
            } catch (IllegalArgumentException noDuration) {
                throw new FailedCallException(
                        ExitCode.WRONG_USAGE,
                        "--since must be a duration (10m), an instant (2030-01-31T09:00:00Z) or the id of an event",
                        noDuration);
            }
        }
    }

    private boolean show(String event, String data) {
        JsonNode node = Json.tree(data).orElse(null);
        if (node == null) {
            return true;
        }
        switch (event) {
            case "fire" -> {
                if (json) {
                    terminal.json(data);
                } else {
                    terminal.out().println(FireLine.of(node, isColoured()));
                }
                shown++;
            }
            case "gap" ->
                terminal.complain("the fire log does not reach back to where this was: some fires are not shown");
            case "dropped" ->
                terminal.complain("dropped: " + node.path("reason").asText());
            default -> {
                // A later version may say more.
            }
        }
        return shown < count && !terminal.out().checkError();
    }

    private boolean isColoured() {
        return Boolean.getBoolean("punctual.typed")
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(environment.get("TERM"));
    }

    private static String reasonOf(IOException cut) {
        String message = cut.getMessage();
        return message == null ? "no connection" : message;
    }
}
