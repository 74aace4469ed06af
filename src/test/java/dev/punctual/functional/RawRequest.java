package dev.punctual.functional;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request that is sent by hand, chunk by chunk, and read line by line. Not for several threads at once. */
final class RawRequest implements AutoCloseable {

    private static final int ANSWER_LIMIT_MILLIS = 30_000;

    private final Socket socket = new Socket();
    private final OutputStream out;
    private final BufferedReader in;

    /** Opens the connection and sends the head of a chunked request. */
    RawRequest(URI base, String path, String... headers) {
        try {
            socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(ANSWER_LIMIT_MILLIS);
            out = socket.getOutputStream();
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: " + base.getAuthority()
                    + "\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n");
            for (String header : headers) {
                head.append(header).append("\r\n");
            }
            out.write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a part of the body. */
    void send(byte[] part) throws IOException {
        out.write((Integer.toHexString(part.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(part);
        out.write(new byte[] {'\r', '\n'});
        out.flush();
    }

    void send(String part) throws IOException {
        send(part.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends nothing more, in the middle of the body. The answer can still be read. */
    void breakOff() throws IOException {
        socket.shutdownOutput();
    }

    /** Ends the body. */
    void finish() throws IOException {
        out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /** Whether something of the answer, or its end, can be read at once. */
    boolean isAnswered() {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** The next line of the answer, null at its end. */
    @Nullable String line() throws IOException {
        return in.readLine();
    }

    /** The next line that is a JSON object; sizes of chunks and the head are passed over. Null at the end. */
    @Nullable String object() throws IOException {
        String line = line();
        while (line != null && !line.startsWith("{")) {
            line = line();
        }
        return line;
    }

    /** The status of the answer, from its first line. */
    int status() throws IOException {
        String line = line();
        if (line == null) {
            throw new IOException("closed without an answer");
        }
        return Integer.parseInt(line.split(" ", 3)[1]);
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
