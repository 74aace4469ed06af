package dev.punctual.redis;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of the embedded redis-server. */
final class EmbeddedRedisCommand {

    private EmbeddedRedisCommand() {}

    static ProcessBuilder of(Path binary, Path directory, int port) {
        List<String> words = new ArrayList<>(ownSession());
        words.add(binary.toString());
        words.addAll(List.of("--bind", "127.0.0.1", "--port", Integer.toString(port), "--dir", directory.toString()));
        words.addAll(List.of("--appendonly", "yes", "--appendfsync", "everysec", "--save", ""));
        words.addAll(List.of("--maxmemory-policy", "noeviction", "--daemonize", "no"));
        return new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true);
    }

    /**
     * Ctrl-C in a terminal signals the whole foreground group. In a session of its own Redis does not hear it and
     * outlives the draining of the service; without these programs it ends early, with its data written.
     */
    private static List<String> ownSession() {
        if (isOnPath("setsid")) {
            return List.of("setsid");
        }
        if (isOnPath("perl")) {
            return List.of("perl", "-MPOSIX", "-e", "setsid(); exec { $ARGV[0] } @ARGV or die $!");
        }
        return List.of();
    }

    private static boolean isOnPath(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String directory : path.split(File.pathSeparator, -1)) {
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, program))) {
                return true;
            }
        }
        return false;
    }
}
