package dev.punctual.testkit;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** Lines as bytes, each made when it is read, so that a million need no more memory than one. */
final class LinesInputStream extends InputStream {

    private final Iterator<String> lines;
    private byte[] current = {};
    private int position;

    LinesInputStream(Iterator<String> lines) {
        this.lines = lines;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        int written = 0;
        while (written < length && hasMore()) {
            int part = Math.min(length - written, current.length - position);
            System.arraycopy(current, position, target, offset + written, part);
            position += part;
            written += part;
        }
        return written == 0 && length > 0 ? -1 : written;
    }

    private boolean hasMore() {
        if (position == current.length && lines.hasNext()) {
            current = (lines.next() + "\n").getBytes(StandardCharsets.UTF_8);
            position = 0;
        }
        return position < current.length;
    }
}
