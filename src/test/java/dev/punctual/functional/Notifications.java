package dev.punctual.functional;

import static dev.punctual.testkit.Await.await;

import dev.punctual.testkit.RedisProcess;

/** Whether Redis tells of expired keys during a trial. What a client sees is the same; only the lateness differs. */
enum Notifications {
    ON("on", "fast"),
    OFF("off", "sweep");

    private final String word;
    private final String path;
    private RunningService shared;

    Notifications(String word, String path) {
        this.word = word;
        this.path = path;
    }

    /** The path by which jobs fire then. */
    String path() {
        return path;
    }

    /**
     * A service that all trials of this JVM share; it sweeps every minute only, so that what is on time is not on time by
     * chance. It ends with the JVM.
     */
    synchronized RunningService service() {
        if (shared == null) {
            shared = RunningService.on(
                    RedisProcess.start("--save", ""), builder -> builder.env("PUNCTUAL_SWEEP_INTERVAL", "60s"));
            // The service sets the flags once it listens; what an operator does after that stands.
            awaitState(ON.word);
            if (this == OFF) {
                shared.redis().cli("CONFIG", "SET", "notify-keyspace-events", "");
                awaitState(word);
            }
        }
        return shared;
    }

    private void awaitState(String state) {
        await("notifications are " + state).until(() -> shared.http()
                .get("/v1/stats")
                .json()
                .at("/notifications/state")
                .asText()
                .equals(state));
    }
}
