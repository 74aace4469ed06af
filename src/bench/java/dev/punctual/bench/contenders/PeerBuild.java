package dev.punctual.bench.contenders;

import dev.punctual.bench.contenders.Contender.Program;
import dev.punctual.bench.kit.Commands;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.SkippedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/** Makes the programs of the peers runnable, in target/bench/peers. */
final class PeerBuild {

    static final String JAVA = ProcessHandle.current().info().command().orElse("java");

    private static final Path SOURCES = Path.of("src/bench/peers").toAbsolutePath();
    private static final Path BUILT = Path.of("target/bench/peers").toAbsolutePath();
    private static final String MAIN = "dev.punctual.bench.peers.Main";
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private PeerBuild() {}

    /** A Maven project of its own, so that its dependencies are those that its users have. */
    static Program java(String name) {
        Path pom = sources(name).resolve("pom.xml");
        Path built = BUILT.resolve(name);
        Progress.step("builds " + name);
        Commands.run(sources(name), LIMIT, List.of("mvn", "-B", "-q", "-f", pom.toString(), "package"));
        try {
            String classPath = built.resolve("peer.jar") + ":"
                    + Files.readString(built.resolve("classpath")).strip();
            return new Program(built, List.of(JAVA, "-Xmx1g", "-cp", classPath, MAIN));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A Node program; its packages are installed beside a copy, so that the sources stay as they are. */
    static Program node(String name) {
        Path built = BUILT.resolve(name);
        Commands.run(SOURCES, LIMIT, List.of("node", "--version"));
        try {
            Files.createDirectories(built);
            for (String file : List.of("package.json", "bench.mjs")) {
                Files.copy(sources(name).resolve(file), built.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Progress.step("installs " + name);
        Commands.run(built, LIMIT, List.of("npm", "install", "--silent", "--no-audit", "--no-fund"));
        return new Program(built, List.of("node", "bench.mjs"));
    }

    private static Path sources(String name) {
        Path sources = SOURCES.resolve(name);
        if (!Files.isDirectory(sources)) {
            throw new SkippedException("there is no src/bench/peers/" + name);
        }
        return sources;
    }
}
