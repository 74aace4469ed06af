package dev.punctual.resources;

import dev.punctual.api.Limits;
import dev.punctual.api.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeoutException;
import java.util.zip.ZipException;

/**
 * The body of a request, read under a bound of time: a sender of one byte a second cannot hold a thread for ever. Only
 * the waiting counts, and every failure becomes a refusal.
 */
final class TimedInput {

    private final InputStream input;
    private final long timeNanos;
    private long waitedNanos;

    TimedInput(InputStream input, Limits limits) {
        this.input = input;
        this.timeNanos = limits.bodyTimeNanos();
    }

    /** What comes from now on has the full time again. */
    void restart() {
        waitedNanos = 0;
    }

    /** Whether a read would return at once. */
    boolean ready() {
        try {
            return input.available() > 0;
        } catch (IOException reported) {
            // The read that follows says it again.
            return true;
        }
    }

    /**
     * Reads what has come, at least one byte.
     *
     * @return how many, or -1 at the end
     * @throws RefusedException 400 or 408
     */
    int read(byte[] buffer, int offset, int length) {
        if (waitedNanos > timeNanos) {
            throw RefusedException.tooSlow("The body did not come within " + timeNanos / 1_000_000 + " ms");
        }
        long before = System.nanoTime();
        try {
            return input.read(buffer, offset, length);
        } catch (IOException | RuntimeException broken) {
            // The container throws either kind, and reading fails by nothing but what was sent.
            throw refusal(broken);
        } finally {
            waitedNanos += System.nanoTime() - before;
        }
    }

    private static RefusedException refusal(Exception broken) {
        for (Throwable cause = broken; cause != null; cause = cause.getCause()) {
            if (cause instanceof TimeoutException) {
                return RefusedException.tooSlow("The body stopped coming");
            }
            if (cause instanceof ZipException) {
                return RefusedException.malformed("The body is not what gzip makes");
            }
        }
        return RefusedException.malformed("The body broke off, or cannot be read");
    }
}
