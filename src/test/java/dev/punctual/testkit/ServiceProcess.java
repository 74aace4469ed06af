package dev.punctual.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The real service in a JVM of its own, so that it can be killed, frozen and given another heap, zone or clock. Its
 * ports are random and stay the same over {@link #restart}. Methods may be called from any thread.
 */
public final class ServiceProcess implements AutoCloseable {

    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final int END_LIMIT_SECONDS = 60;

    private final List<String> command;
    private final Map<String, String> environment;
    private final Path directory;
    private final int port = FreePort.next();
    private final int adminPort = FreePort.next();
    private Process process;

    private ServiceProcess(Builder builder) {
        directory = Temporary.directory("service");
        environment = new LinkedHashMap<>();
        environment.put("PUNCTUAL_PORT", Integer.toString(port));
        environment.put("PUNCTUAL_ADMIN_PORT", Integer.toString(adminPort));
        environment.put("PUNCTUAL_DATA_DIR", directory.resolve("data").toString());
        environment.putAll(builder.environment);
        command = builder.command();
        process = launch();
    }

    /** A service to be started with {@link Builder#start}. */
    public static Builder builder() {
        return new Builder();
    }

    private Process launch() {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("PUNCTUAL_"));
        builder.environment().putAll(environment);
        try {
            Process started = builder.start();
            Temporary.endWithJvm(started);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until the admin port answers {@code /ping}, at most 60 s.
     *
     * @throws IllegalStateException with the log if it ends instead, or does not come up
     */
    public ServiceProcess awaitReady() {
        try {
            Await.await("the service answers").atMost(READY_LIMIT).until(this::isReadyOrGone);
        } catch (RuntimeException e) {
            throw new IllegalStateException("the service did not come up: " + logs(), e);
        }
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    "the service ended at its start with code " + process.exitValue() + ": " + logs());
        }
        return this;
    }

    private boolean isReadyOrGone() {
        if (!process.isAlive()) {
            return true;
        }
        try {
            return new Http(admin()).get("/ping").status() == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** Base address of the application port, without a slash at its end. */
    public URI api() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Base address of the admin port, without a slash at its end. */
    public URI admin() {
        return URI.create("http://127.0.0.1:" + adminPort);
    }

    /** Requests to the application port. */
    public Http http() {
        return new Http(api());
    }

    /** Requests to the admin port. */
    public Http adminHttp() {
        return new Http(admin());
    }

    public long pid() {
        return process.pid();
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /** Where it keeps its data unless the environment says otherwise: {@code data} in here. */
    public Path directory() {
        return directory;
    }

    /** All that it has printed, earlier starts included. */
    public String logs() {
        try {
            return Files.readString(logFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path logFile() {
        return directory.resolve("service.log");
    }

    /** Stops the JVM where it stands, until {@link #thaw}. */
    public void freeze() {
        Signal.STOP.sendTo(pid());
    }

    public void thaw() {
        Signal.CONT.sendTo(pid());
    }

    /** Asks it to end, as an operator would; {@link #awaitExit} waits for it. */
    public void term() {
        Signal.TERM.sendTo(pid());
    }

    /** Ends it at once; returns when it is gone. A Redis that it embeds lives on. */
    public void kill9() {
        process.destroyForcibly();
        awaitExit();
    }

    /**
     * Waits for its end, at most 60 s, and gives its exit code.
     *
     * @throws IllegalStateException with the log if it does not end
     */
    public int awaitExit() {
        try {
            if (process.waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("the service did not end: " + logs());
    }

    /** Starts it again after its end, on the same ports and settings, and waits until it is ready. */
    public ServiceProcess restart() {
        if (process.isAlive()) {
            throw new IllegalStateException("the service still runs");
        }
        process = launch();
        return awaitReady();
    }

    /** Kills it, frozen or not, with everything that it started, and removes its directory. */
    @Override
    public void close() {
        kill9();
        Temporary.endProgramsIn(directory);
        Temporary.delete(directory);
    }

    /** What the service is started with. Not for several threads. */
    public static final class Builder {

        private final List<String> jvm = new ArrayList<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<String> prefix = new ArrayList<>();
        private Path config = Path.of("config.yml").toAbsolutePath();
        private String mainClass = "dev.punctual.PunctualApplication";

        private Builder() {}

        /** The Redis that it talks to; without it the embedded one on its own data directory. */
        public Builder redis(String uri) {
            return env("PUNCTUAL_REDIS_URI", uri);
        }

        public Builder redis(RedisAccess redis) {
            return redis(redis.uri());
        }

        public Builder namespace(String namespace) {
            return env("PUNCTUAL_NAMESPACE", namespace);
        }

        /** Any variable; PUNCTUAL_ ones of the test's own environment are not handed on. */
        public Builder env(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Options of the JVM: {@code -Xmx256m}, {@code -Xss256k}, {@code -Duser.timezone=Asia/Kolkata}. */
        public Builder jvm(String... options) {
            jvm.addAll(List.of(options));
            return this;
        }

        /** Words in front of the command, {@code "faketime", "+2d"}. */
        public Builder prefix(String... words) {
            prefix.addAll(List.of(words));
            return this;
        }

        /** Another file than the repository's {@code config.yml}. */
        public Builder config(Path file) {
            config = file.toAbsolutePath();
            return this;
        }

        /** Another main class with the same command line. */
        public Builder mainClass(String name) {
            mainClass = name;
            return this;
        }

        /** Starts it and waits until it is ready; see {@link ServiceProcess#awaitReady}. */
        public ServiceProcess start() {
            ServiceProcess service = launch();
            try {
                return service.awaitReady();
            } catch (RuntimeException e) {
                service.close();
                throw e;
            }
        }

        /** Starts it without waiting, for a start that is to fail or to be disturbed. */
        public ServiceProcess launch() {
            return new ServiceProcess(this);
        }

        private List<String> command() {
            List<String> command = new ArrayList<>(prefix);
            command.add(ProcessHandle.current().info().command().orElse("java"));
            command.addAll(jvm);
            command.addAll(List.of("-cp", classPath(), mainClass, "server", config.toString()));
            return command;
        }

        /** The tests' own class path; Surefire hides it behind a jar that only names it. */
        private static String classPath() {
            return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        }
    }
}
