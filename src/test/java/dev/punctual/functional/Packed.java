package dev.punctual.functional;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Bodies packed by gzip. */
final class Packed {

    private static final int MEBIBYTE = 1024 * 1024;

    private Packed() {}

    static byte[] gzip(byte[] content) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    /** So many MiB of zeros, in about a thousandth of that. */
    static byte[] zeros(int mebibytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] part = new byte[MEBIBYTE];
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed, MEBIBYTE)) {
            for (int i = 0; i < mebibytes; i++) {
                gzip.write(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
