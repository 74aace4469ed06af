package dev.punctual.bench.kit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * One kept connection that speaks as little HTTP/1.1 as needed, so that the client is not what is measured. Not for
 * several threads.
 */
public final class HttpConnection implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final byte[] END_OF_CHUNKS = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final URI base;
    private final Socket socket = new Socket();
    private final OutputStream out;
    private final InputStream in;

    public HttpConnection(URI base) {
        this.base = base;
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
            out = socket.getOutputStream();
            in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * An answer.
     *
     * @param status the status code
     * @param body the text
     */
    public record Reply(int status, String body) {}

    public Reply get(String path) {
        return exchange(head("GET", path, "Accept: */*").getBytes(StandardCharsets.US_ASCII));
    }

    public Reply post(String path, String body) {
        return exchange(request(path, body));
    }

    /** Posts, and leaves the answer for whenever it comes. */
    public void begin(String path, String body) {
        try {
            out.write(request(path, body));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] request(String path, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = head("POST", path, "Content-Type: application/json\r\nContent-Length: " + content.length);
        byte[] request = new byte[head.length() + content.length];
        System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
        System.arraycopy(content, 0, request, head.length(), content.length);
        return request;
    }

    private Reply exchange(byte[] request) {
        try {
            out.write(request);
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            int status = readAnswer(body);
            return new Reply(status, body.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Posts lines of JSON as a stream and copies the answer as it comes.
     *
     * @param chunks pieces of the body
     * @return the status code
     */
    public int postLines(String path, Iterator<byte[]> chunks, OutputStream answer) {
        String head = head("POST", path, "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked");
        CompletableFuture<Void> sent = new CompletableFuture<>();
        Thread writer = new Thread(() -> send(head, chunks, sent), "bench-post");
        writer.start();
        try {
            int status = readAnswer(answer);
            sent.join();
            return status;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(String head, Iterator<byte[]> chunks, CompletableFuture<Void> sent) {
        try {
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            while (chunks.hasNext()) {
                byte[] chunk = chunks.next();
                out.write((Integer.toHexString(chunk.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(chunk);
                out.write('\r');
                out.write('\n');
            }
            out.write(END_OF_CHUNKS);
            sent.complete(null);
        } catch (IOException | RuntimeException failed) {
            sent.completeExceptionally(failed);
        }
    }

    private String head(String method, String path, String headers) {
        return method + " " + path + " HTTP/1.1\r\nHost: " + base.getAuthority() + "\r\n" + headers + "\r\n\r\n";
    }

    private int readAnswer(OutputStream body) throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        long length = 0;
        boolean chunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(lower.indexOf(':') + 1).trim());
            }
            chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
        }
        if (chunked) {
            for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                copy(size, body);
                line();
            }
            line();
        } else {
            copy(length, body);
        }
        return status;
    }

    private void copy(long length, OutputStream body) throws IOException {
        byte[] buffer = new byte[(int) Math.min(length, BUFFER_BYTES)];
        for (long left = length; left > 0; ) {
            int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                throw new EOFException("the answer broke off");
            }
            body.write(buffer, 0, read);
            left -= read;
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
