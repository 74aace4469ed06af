package dev.punctual.resources;

import dev.punctual.api.Limits;
import dev.punctual.api.RefusedException;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Reads the whole body of a request as text, within the limits and before anything is made of it. */
final class RequestBody {

    private static final int FIRST_BYTES = 8 * 1024;

    private final Limits limits;

    RequestBody(Limits limits) {
        this.limits = limits;
    }

    /**
     * Reads all of it before anything is refused: an answer in the middle of a body costs the connection.
     *
     * @param allowed the media types that the body may be
     * @throws RefusedException 400, 408, 413 or 415
     */
    String read(InputStream body, HttpHeaders headers, List<String> allowed) {
        if (headers.getLength() > limits.bodyBytes()) {
            throw tooLarge();
        }
        ByteBuffer bytes = read(body);
        MediaTypes.check(headers, allowed);
        return Utf8.decode(bytes);
    }

    /** Reads a body that nothing is made of. */
    void discard(InputStream body) {
        read(body);
    }

    private ByteBuffer read(InputStream body) {
        TimedInput input = new TimedInput(body, limits);
        byte[] bytes = new byte[FIRST_BYTES];
        int length = 0;
        int count;
        while ((count = input.read(bytes, length, bytes.length - length)) >= 0) {
            length += count;
            if (length > limits.bodyBytes()) {
                throw tooLarge();
            }
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, bytes.length * 2);
            }
        }
        return ByteBuffer.wrap(bytes, 0, length);
    }

    private RefusedException tooLarge() {
        return RefusedException.tooLarge("must not be longer than " + limits.payloadBytes() + " bytes; the whole body"
                + " has more than " + limits.bodyBytes());
    }
}
