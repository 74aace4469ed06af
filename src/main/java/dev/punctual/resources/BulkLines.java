package dev.punctual.resources;

import dev.punctual.api.Limits;
import dev.punctual.api.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Splits a body into lines. One line is held at a time; of one that is too long, only the fact. */
final class BulkLines {

    /** What is done before the reader waits for the client. */
    interface Pause {
        void beforeWaiting() throws IOException;
    }

    /**
     * One line.
     *
     * @param number from 1
     * @param bytes its bytes without the end of the line; null where there are too many
     */
    record Line(long number, @Nullable ByteBuffer bytes) {}

    private static final int BUFFER_BYTES = 32 * 1024;

    /** A line this many times too long is not waited for to end: packed, it costs its sender nothing. */
    private static final int PATIENCE = 16;

    private final TimedInput input;
    private final int maxBytes;
    private final Pause pause;

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int from;
    private int to;

    private byte[] line = new byte[BUFFER_BYTES];
    private long lineLength;
    private long number;

    BulkLines(InputStream body, Limits limits, Pause pause) {
        this.input = new TimedInput(body, limits);
        this.maxBytes = limits.bodyBytes();
        this.pause = pause;
    }

    /**
     * The next line that is not blank; null at the end.
     *
     * @throws RefusedException 400, 408 or 413 if the body ends badly
     * @throws IOException if the pause fails
     */
    @Nullable Line next() throws IOException {
        while (true) {
            int end = indexOfNewLine();
            keep(end < 0 ? to : end);
            boolean atEnd = end < 0 && !fill();
            if (end < 0 && !atEnd) {
                continue;
            }
            if (end >= 0) {
                from = end + 1;
                number++;
                input.restart();
            } else if (lineLength == 0) {
                return null;
            } else {
                number++;
            }
            Line read = new Line(
                    number, lineLength > maxBytes ? null : ByteBuffer.wrap(Arrays.copyOf(line, (int) lineLength)));
            lineLength = 0;
            if (!isBlank(read)) {
                return read;
            }
        }
    }

    private int indexOfNewLine() {
        for (int i = from; i < to; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void keep(int end) {
        int count = end - from;
        if (lineLength + count <= maxBytes) {
            int length = (int) lineLength;
            if (length + count > line.length) {
                line = Arrays.copyOf(line, Math.max(line.length * 2, length + count));
            }
            System.arraycopy(buffer, from, line, length, count);
        }
        lineLength += count;
        from = end;
        if (lineLength > (long) maxBytes * PATIENCE) {
            throw RefusedException.tooLarge("a line has no end; the stream ends here");
        }
    }

    private boolean fill() throws IOException {
        if (!input.ready()) {
            pause.beforeWaiting();
        }
        int count = input.read(buffer, 0, buffer.length);
        from = 0;
        to = Math.max(count, 0);
        return count >= 0;
    }

    private static boolean isBlank(Line line) {
        ByteBuffer bytes = line.bytes();
        if (bytes == null) {
            return false;
        }
        for (int i = 0; i < bytes.limit(); i++) {
            byte one = bytes.get(i);
            if (one != ' ' && one != '\t' && one != '\r') {
                return false;
            }
        }
        return true;
    }
}
