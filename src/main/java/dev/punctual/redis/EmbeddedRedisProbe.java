package dev.punctual.redis;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Asks whatever listens on a loopback port whether it is a Redis, which one, and in what state. */
final class EmbeddedRedisProbe {

    private static final int CONNECT_TIMEOUT_MILLIS = 1_000;
    private static final int ANSWER_TIMEOUT_MILLIS = 2_000;

    private final int port;

    EmbeddedRedisProbe(int port) {
        this.port = port;
    }

    /** Whether PING is answered with PONG; a server that is still loading its data says no. */
    boolean isReady() {
        return ask("PING").equals(List.of("PONG"));
    }

    /** Whether a Redis answers here whose data stand in that directory. */
    boolean serves(Path directory) {
        return ask("CONFIG", "GET", "dir").equals(List.of("dir", directory.toString()));
    }

    /** The process id of the Redis that answers here; empty if none does. */
    OptionalLong processId() {
        String key = "process_id:";
        return ask("INFO", "server").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(line.substring(key.length()).strip()))
                .findFirst();
    }

    /** Asks for a clean end; whether it comes is for the caller to watch. */
    void shutdown() {
        ask("SHUTDOWN");
    }

    /** The answer as a flat list; empty where nobody answers, or not in time, or not as a Redis would. */
    private List<String> ask(String... words) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(EmbeddedRedisPort.loopback(), port), CONNECT_TIMEOUT_MILLIS);
            socket.setSoTimeout(ANSWER_TIMEOUT_MILLIS);
            socket.getOutputStream().write(request(words));
            return answer(new DataInputStream(new BufferedInputStream(socket.getInputStream())));
        } catch (IOException | NumberFormatException e) {
            return List.of();
        }
    }

    private static byte[] request(String... words) {
        StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            request.append('$')
                    .append(word.length())
                    .append("\r\n")
                    .append(word)
                    .append("\r\n");
        }
        return request.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static List<String> answer(DataInputStream in) throws IOException {
        String line = line(in);
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '*' -> {
                List<String> all = new ArrayList<>();
                for (int left = Integer.parseInt(rest); left > 0; left--) {
                    all.addAll(answer(in));
                }
                yield all;
            }
            case '$' -> {
                byte[] text = in.readNBytes(Integer.parseInt(rest));
                line(in);
                yield List.of(new String(text, StandardCharsets.UTF_8));
            }
            default -> List.of(rest);
        };
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || line.length() > 1_000) {
                throw new EOFException("no line");
            }
            line.append((char) c);
        }
        if (line.isEmpty()) {
            throw new EOFException("no answer");
        }
        return line.toString().strip();
    }
}
