package dev.punctual.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** The redis-server program that travels in the jar, one for each platform. */
public final class EmbeddedRedisBinary {

    static final String NAME_PREFIX = "redis-server-";

    private static final String NAME_START = NAME_PREFIX + "7.0.15-";

    private EmbeddedRedisBinary() {}

    /**
     * Writes the program of this platform into a directory and makes it executable. One that stands there already is
     * replaced in one step, so a server that still runs from it is not disturbed.
     *
     * @param directory an existing directory that may hold programs
     * @return the program
     * @throws EmbeddedRedisException if there is none for this platform, or it cannot be written
     */
    public static Path extractInto(Path directory) {
        String name = NAME_START + platform(System.getProperty("os.name"), System.getProperty("os.arch"));
        Path binary = directory.resolve(name);
        try (InputStream content = EmbeddedRedisBinary.class.getResourceAsStream("/" + name)) {
            if (content == null) {
                throw new EmbeddedRedisException("The program " + name + " of the embedded Redis is not in the jar.");
            }
            Path fresh = Files.createTempFile(directory, "unpacking-", ".tmp");
            try {
                Files.copy(content, fresh, StandardCopyOption.REPLACE_EXISTING);
                if (!fresh.toFile().setExecutable(true, true)) {
                    throw new IOException("cannot be made executable: " + fresh);
                }
                Files.move(fresh, binary, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
            return binary;
        } catch (IOException e) {
            throw new EmbeddedRedisException(
                    "The program of the embedded Redis cannot be written to " + directory + ": " + e
                            + ". Give the service a directory that it may write to and run programs from"
                            + " (PUNCTUAL_DATA_DIR).",
                    e);
        }
    }

    static String platform(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT);
        boolean linux = os.contains("linux");
        boolean mac = os.contains("mac");
        String arch =
                switch (osArch.toLowerCase(Locale.ROOT)) {
                    case "amd64", "x86_64" -> "amd64";
                    case "aarch64", "arm64" -> "arm64";
                    case "x86", "i386", "i486", "i586", "i686" -> linux ? "386" : "";
                    default -> "";
                };
        if (arch.isEmpty() || !(linux || mac)) {
            throw new EmbeddedRedisException("There is no embedded Redis for " + osName + " on " + osArch
                    + ", only for Linux and macOS on x86-64 and arm64.");
        }
        return (linux ? "linux-" : "darwin-") + arch;
    }
}
