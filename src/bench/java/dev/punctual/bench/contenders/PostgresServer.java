package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Commands;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.SkippedException;
import dev.punctual.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A PostgreSQL in its default configuration, with a database {@code bench} that belongs to the user {@code bench}. */
final class PostgresServer implements Server {

    private static final Path HERE = Path.of("").toAbsolutePath();
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final String USER = "bench";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Path programs;
    private final Path directory;
    private final int port = FreePort.next();
    private final Process process;

    private PostgresServer(Path programs) {
        this.programs = programs;
        try {
            directory = Files.createTempDirectory("punctual-postgres-");
            if (isRoot()) {
                Commands.run(HERE, LIMIT, List.of("chown", "postgres", directory.toString()));
            }
            String data = directory.resolve("data").toString();
            Commands.run(HERE, LIMIT, asPostgres("initdb", "--pgdata", data, "--username", USER, "--auth", "trust"));
            process = new ProcessBuilder(asPostgres(
                            "postgres", "-D", data, "-p", Integer.toString(port), "-k", directory.toString()))
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * @throws SkippedException if there is no PostgreSQL here
     */
    static PostgresServer start() {
        PostgresServer server = new PostgresServer(programs());
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        List<String> create = List.of(
                server.program("createdb"), "-h", "127.0.0.1", "-p", Integer.toString(server.port), "-U", USER, USER);
        while (Commands.end(HERE, LIMIT, create).status() != 0) {
            if (System.nanoTime() > deadlineNanos || !server.process.isAlive()) {
                server.close();
                throw new IllegalStateException("PostgreSQL did not start");
            }
            Pause.of(LOOK);
        }
        return server;
    }

    /** The directory of the latest version. */
    private static Path programs() {
        if (!Files.isDirectory(DEBIAN)) {
            throw new SkippedException("no PostgreSQL in " + DEBIAN);
        }
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder())
                    .orElseThrow(() -> new SkippedException("no initdb in " + DEBIAN));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private String program(String name) {
        return programs.resolve(name).toString();
    }

    /** PostgreSQL does not run as root. */
    private List<String> asPostgres(String program, String... arguments) {
        List<String> words = new ArrayList<>();
        if (isRoot()) {
            words.addAll(List.of("setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"));
        }
        words.add(program(program));
        words.addAll(List.of(arguments));
        return words;
    }

    private String ask(String sql) {
        return Commands.run(
                        HERE,
                        LIMIT,
                        List.of(
                                program("psql"),
                                "-h",
                                "127.0.0.1",
                                "-p",
                                Integer.toString(port),
                                "-U",
                                USER,
                                "-d",
                                USER,
                                "-tAc",
                                sql))
                .strip();
    }

    @Override
    public String uri() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + USER + "?user=" + USER;
    }

    @Override
    public long usedBytes() {
        return Long.parseLong(ask("select pg_database_size('" + USER + "')"));
    }

    @Override
    public Map<String, Double> spent() {
        return Map.of();
    }

    @Override
    public void cutAll() {
        ask("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = '"
                + USER + "'");
    }

    @Override
    public void close() {
        Commands.end(HERE, LIMIT, List.of("kill", "-INT", Long.toString(process.pid())));
        process.onExit().join();
        Commands.run(HERE, LIMIT, List.of("rm", "-rf", directory.toString()));
    }
}
