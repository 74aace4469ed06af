package dev.punctual.bench.punctual;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A receiver of webhooks on the loopback that costs little: a thread for each connection, which answers 204 and keeps what
 * it got with the time at which it was there; or never answers.
 */
final class WebhookSink implements AutoCloseable {

    private static final byte[] ANSWER = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String LENGTH = "content-length:";
    private static final int BACKLOG = 1024;

    private final ServerSocket listener;
    private final boolean answers;
    private final Deliveries received = new Deliveries();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private WebhookSink(boolean answers) {
        this.answers = answers;
        try {
            listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon("bench-sink", this::accept);
    }

    static WebhookSink answering() {
        return new WebhookSink(true);
    }

    static WebhookSink silent() {
        return new WebhookSink(false);
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                daemon("bench-sink-line", () -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            int length = head(in);
            while (length >= 0) {
                byte[] body = in.readNBytes(length);
                if (answers) {
                    received.keep(List.of(body));
                    out.write(ANSWER);
                }
                length = head(in);
            }
        } catch (IOException gone) {
            return; // the service has closed the connection, as it may
        } finally {
            open.remove(socket);
        }
    }

    /** Reads the head of a request, and gives the length of its body; -1 at the end of the connection. */
    private static int head(InputStream in) throws IOException {
        int length = 0;
        StringBuilder line = new StringBuilder();
        for (int read = in.read(); read >= 0; read = in.read()) {
            if (read != '\n') {
                line.append((char) read);
            } else if (line.length() <= 1) {
                return length;
            } else {
                String text = line.toString().toLowerCase(Locale.ROOT);
                length = text.startsWith(LENGTH)
                        ? Integer.parseInt(text.substring(LENGTH.length()).strip())
                        : length;
                line.setLength(0);
            }
        }
        return -1;
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/";
    }

    /** Waits until so many came in all; false where that took longer. */
    boolean awaitCount(int wanted, Duration limit) {
        return received.awaitCount(wanted, limit);
    }

    /** All that came so far. */
    List<Delivery> deliveries() {
        return received.all();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
