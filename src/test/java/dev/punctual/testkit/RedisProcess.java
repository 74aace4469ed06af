package dev.punctual.testkit;

import dev.punctual.redis.EmbeddedRedisBinary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A redis-server of the test's own, on a free loopback port and a temporary directory, that can be frozen, killed and
 * started again. DEBUG is allowed; everything else is Redis's default unless the test says otherwise.
 */
public final class RedisProcess extends RedisAccess implements AutoCloseable {

    private static final Duration READY_LIMIT = Duration.ofSeconds(30);
    private static final int END_LIMIT_SECONDS = 15;

    private final String program;
    private final Map<String, String> environment;
    private final Path directory;
    private final int port = FreePort.next();
    private List<String> arguments;
    private Process process;

    private RedisProcess(String program, Map<String, String> environment, String... arguments) {
        this.program = program;
        this.environment = Map.copyOf(environment);
        this.directory = Temporary.directory("redis");
        this.arguments = List.of(arguments);
        this.process = launch();
    }

    /**
     * Starts the program that the service embeds, and waits until it answers.
     *
     * @param arguments as on its command line, {@code "--appendonly", "yes"}
     */
    public static RedisProcess start(String... arguments) {
        return new RedisProcess(EmbeddedProgram.PATH, Map.of(), arguments);
    }

    /**
     * Starts another program, in an environment. The embedded one is linked statically, so libfaketime needs this.
     *
     * @param program a name on the PATH or a path
     */
    public static RedisProcess startProgram(String program, Map<String, String> environment, String... arguments) {
        return new RedisProcess(program, environment, arguments);
    }

    private Process launch() {
        List<String> command = new ArrayList<>(List.of(program, "--bind", host(), "--port", Integer.toString(port)));
        command.addAll(List.of("--dir", directory.toString(), "--enable-debug-command", "yes"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
        builder.environment().putAll(environment);
        try {
            Process started = builder.start();
            Temporary.endWithJvm(started);
            awaitReady(started);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady(Process started) {
        try {
            Await.await("redis-server answers").atMost(READY_LIMIT).until(() -> answers(started));
        } catch (RuntimeException e) {
            started.destroyForcibly();
            throw new IllegalStateException("redis-server did not start: " + logs(), e);
        }
    }

    private boolean answers(Process started) {
        if (!started.isAlive()) {
            throw new IllegalStateException("redis-server ended with code " + started.exitValue());
        }
        try (RespClient probe = connect()) {
            return "PONG".equals(probe.call("PING"));
        } catch (UncheckedIOException | RespError e) {
            return false;
        }
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    String password() {
        int option = arguments.lastIndexOf("--requirepass");
        return option < 0 ? "" : arguments.get(option + 1);
    }

    public long pid() {
        return process.pid();
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    public Path directory() {
        return directory;
    }

    /** Everything that the server has printed since the first start. */
    public String logs() {
        try {
            return Files.readString(logFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path logFile() {
        return directory.resolve("redis.log");
    }

    /** Stops the process where it stands; its sockets stay open and silent until {@link #thaw}. */
    public void freeze() {
        Signal.STOP.sendTo(pid());
    }

    public void thaw() {
        Signal.CONT.sendTo(pid());
    }

    /** Ends it without a chance to write anything; returns when it is gone. */
    public void kill9() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Ends it as an operator would, its data written where its arguments say so; returns when it is gone. */
    public void stop() {
        process.destroy();
        awaitEnd();
    }

    /**
     * Stops it if it runs, and starts it again on the same port and directory.
     *
     * @param more arguments behind those of the first start, so that they win
     */
    public void restart(String... more) {
        stop();
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        arguments = List.copyOf(all);
        process = launch();
    }

    private void awaitEnd() {
        disconnect();
        try {
            if (!process.waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("redis-server did not end: " + logs());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Kills it, frozen or not, and removes its directory. */
    @Override
    public void close() {
        kill9();
        Temporary.delete(directory);
    }

    /** One copy for the whole JVM. */
    private static final class EmbeddedProgram {
        static final String PATH =
                EmbeddedRedisBinary.extractInto(Temporary.directory("program")).toString();
    }
}
