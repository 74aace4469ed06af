package dev.punctual.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection that sends any Redis command and reads any answer (RESP2). Not for several threads at once. An I/O
 * failure is an {@link UncheckedIOException} and leaves the connection unusable.
 */
public final class RespClient implements AutoCloseable {

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    private final Socket socket = new Socket();
    private final OutputStream out;
    private final DataInputStream in;

    /** @param answerLimit how long an answer may take before it is an error; zero for ever */
    public RespClient(String host, int port, Duration answerLimit) {
        try {
            socket.connect(new InetSocketAddress(host, port), (int) CONNECT_LIMIT.toMillis());
            socket.setSoTimeout((int) answerLimit.toMillis());
            socket.setTcpNoDelay(true);
            out = new BufferedOutputStream(socket.getOutputStream());
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            close();
            throw new UncheckedIOException("Redis at " + host + ":" + port, e);
        }
    }

    /**
     * Sends a command and reads its answer: String, Long, List or null.
     *
     * @throws RespError if Redis answers with an error
     */
    public @Nullable Object call(String... words) {
        send(words);
        return read();
    }

    /** Sends many commands at once and reads their answers, in order; an error among them is returned as RespError. */
    public List<@Nullable Object> pipeline(List<String[]> commands) {
        commands.forEach(words -> write(bytes(words)));
        List<@Nullable Object> answers = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            try {
                answers.add(read());
            } catch (RespError e) {
                answers.add(e);
            }
        }
        return answers;
    }

    /** Sends without reading, in the given bytes; for what is not text. */
    public void send(byte[]... words) {
        write(Arrays.asList(words));
    }

    /** Sends without reading; each sent command must be followed by one {@link #read}, in order. */
    public void send(String... words) {
        write(bytes(words));
    }

    /**
     * Reads the next answer or published message: String, Long, List or null.
     *
     * @throws RespError if it is an error
     */
    public @Nullable Object read() {
        try {
            out.flush();
            return answer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(List<byte[]> words) {
        try {
            out.write(("*" + words.size() + "\r\n").getBytes(StandardCharsets.US_ASCII));
            for (byte[] word : words) {
                out.write(("$" + word.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(word);
                out.write('\r');
                out.write('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<byte[]> bytes(String... words) {
        return Arrays.stream(words)
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private @Nullable Object answer() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> throw new RespError(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> array(Integer.parseInt(rest));
            default -> throw new IOException("not an answer of Redis: " + line);
        };
    }

    private @Nullable String bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] content = new byte[length];
        in.readFully(content);
        line();
        return new String(content, StandardCharsets.UTF_8);
    }

    private @Nullable List<@Nullable Object> array(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        List<@Nullable Object> items = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            try {
                items.add(answer());
            } catch (RespError e) {
                items.add(e);
            }
        }
        return items;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("Redis closed the connection");
            }
            line.append((char) c);
        }
        in.read();
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
