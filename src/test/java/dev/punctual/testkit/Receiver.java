package dev.punctual.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver of webhooks on loopback that keeps what it got. */
public final class Receiver implements AutoCloseable {

    /** Answers a request whose body has been read. */
    public interface Reply {
        void to(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /**
     * @param headers by names in lower case
     */
    public record Received(String method, String path, Map<String, String> headers, String body) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "receiver");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Received> received = new ArrayList<>();
    private final AtomicInteger present = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();
    private volatile Reply reply;

    private Receiver(String address, int port, Reply reply) throws IOException {
        this.reply = reply;
        server = HttpServer.create(new InetSocketAddress(address, port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public static Receiver start(Reply reply) {
        return at("127.0.0.1", 0, reply);
    }

    public static Receiver answering(int status) {
        return start(answer(status));
    }

    public static Receiver at(String address, int port, Reply reply) {
        try {
            return new Receiver(address, port, reply);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Reply answer(int status) {
        return exchange -> exchange.sendResponseHeaders(status, -1);
    }

    public static Reply answer(int status, String header, String value) {
        return exchange -> {
            exchange.getResponseHeaders().set(header, value);
            exchange.sendResponseHeaders(status, -1);
        };
    }

    private void handle(HttpExchange exchange) throws IOException {
        peak.accumulateAndGet(present.incrementAndGet(), Math::max);
        try (exchange) {
            Map<String, String> headers = new HashMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            keep(new Received(
                    exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body));
            reply.to(exchange);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            present.decrementAndGet();
        }
    }

    private synchronized void keep(Received one) {
        received.add(one);
    }

    public void reply(Reply other) {
        reply = other;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/hook";
    }

    /** What came so far, in its order. */
    public synchronized List<Received> received() {
        return List.copyOf(received);
    }

    /** How many requests were there at once at most. */
    public int peak() {
        return peak.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
