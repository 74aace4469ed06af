package dev.punctual.faults;

import dev.punctual.testkit.ServiceProcess;

/** Every trial runs with and without notifications; only the lag may differ. */
enum NotificationMode {
    ON("auto"),
    /** A Redis as it comes publishes none, and the service is not to change that. */
    OFF("off");

    private final String policy;

    NotificationMode(String policy) {
        this.policy = policy;
    }

    /** A service that starts fast, gives a command one second, and looks at everything twice a second. */
    ServiceProcess.Builder service() {
        return ServiceProcess.builder()
                .jvm("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m")
                .jvm("-Ddw.redis.timeouts.command=1s", "-Ddw.redis.timeouts.connect=1s")
                .jvm("-Ddw.notifications.probeInterval=500ms", "-Ddw.redis.notifyKeyspaceEvents=" + policy)
                .env("PUNCTUAL_SWEEP_INTERVAL", "500ms");
    }
}
