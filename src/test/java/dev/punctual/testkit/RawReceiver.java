package dev.punctual.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver that speaks in bytes, so that it can be as broken as it likes. */
public final class RawReceiver implements AutoCloseable {

    public static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    /** Serves one connection; it is closed afterwards. */
    public interface Script {
        void serve(Line line) throws IOException, InterruptedException;
    }

    /** One connection, seen from the receiver. */
    public final class Line {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        private Line(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        /** Reads one request with its body, and counts it; false if the connection ends before. */
        public boolean request() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int read = in.read();
                if (read < 0) {
                    return false;
                }
                head.append((char) read);
            }
            int length = head.toString()
                    .lines()
                    .filter(header -> header.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
                    .mapToInt(header -> Integer.parseInt(
                            header.substring(header.indexOf(':') + 1).strip()))
                    .findFirst()
                    .orElse(0);
            in.readNBytes(length);
            requests.incrementAndGet();
            return true;
        }

        public void say(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            written.addAndGet(text.length());
        }

        /** Ends the connection with a reset. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Waits until the other side is gone. */
        public void await() throws IOException {
            while (in.read() >= 0) {
                continue;
            }
        }
    }

    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "raw-receiver");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger written = new AtomicInteger();

    private RawReceiver(Script script) throws IOException {
        listener = new ServerSocket(0, 128, InetAddress.getByName("127.0.0.1"));
        threads.execute(() -> accept(script));
    }

    public static RawReceiver serving(Script script) {
        try {
            return new RawReceiver(script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(Script script) {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                open.add(socket);
                threads.execute(() -> serve(socket, script));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket, Script script) {
        try (socket) {
            script.serve(new Line(socket));
        } catch (IOException gone) {
            // The webhook has closed the connection, as it may.
            return;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/hook";
    }

    /** Whole requests that came. */
    public int requests() {
        return requests.get();
    }

    /** Connections that came. */
    public int connections() {
        return connections.get();
    }

    /** Connections that are open now. */
    public int openConnections() {
        return open.size();
    }

    /** Bytes that were said. */
    public int written() {
        return written.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
