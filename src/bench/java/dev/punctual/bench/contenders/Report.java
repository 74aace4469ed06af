package dev.punctual.bench.contenders;

import dev.punctual.bench.kit.Handled;
import dev.punctual.bench.kit.Load;
import dev.punctual.bench.kit.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The file of {@code <id> <epochMicros>} lines that a program writes. */
final class Report {

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Path file;
    private final Set<String> seen = new HashSet<>();
    private long readUpTo;

    Report(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    List<Handled> handled() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (var lines = Files.lines(file)) {
            return lines.map(line -> line.split(" ", 2))
                    .filter(pair -> pair.length == 2)
                    .map(pair -> new Handled(pair[0], Long.parseLong(pair[1])))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until so many different jobs of a load are in it; how many there were in the end. */
    int awaitCount(Load load, int wanted, long deadlineMillis) {
        seen.clear();
        readUpTo = 0;
        while (true) {
            readOn(load);
            if (seen.size() >= wanted || System.currentTimeMillis() > deadlineMillis) {
                return seen.size();
            }
            Pause.of(LOOK);
        }
    }

    private void readOn(Load load) {
        if (!Files.exists(file)) {
            return;
        }
        try (var channel = Files.newByteChannel(file)) {
            int size = (int) (channel.size() - readUpTo);
            byte[] bytes = new byte[size];
            channel.position(readUpTo);
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                continue;
            }
            int start = 0;
            for (int i = 0; i < size; i++) {
                if (bytes[i] == '\n') {
                    String line = new String(bytes, start, i - start, StandardCharsets.UTF_8);
                    String id = line.substring(0, Math.max(0, line.indexOf(' ')));
                    if (load.indexOf(id) >= 0) {
                        seen.add(id);
                    }
                    start = i + 1;
                }
            }
            readUpTo += start;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
