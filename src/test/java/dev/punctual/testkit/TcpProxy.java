package dev.punctual.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A loopback port that forwards to another, and can half die: fall silent in one or both directions without closing,
 * cut its connections, or refuse new ones. Silence and its end hold for all connections, those to come included; one
 * connection alone is reached through {@link #links}. At most 64 connections; more are closed at once. Methods may be
 * called from any thread.
 */
public final class TcpProxy implements AutoCloseable {

    private static final int MOST_LINKS = 64;
    private static final int CONNECT_LIMIT_MILLIS = 5_000;

    private volatile InetSocketAddress target;
    private final int port = FreePort.next();
    private final List<ProxyLink> links = new CopyOnWriteArrayList<>();
    private final ProxyGate toTarget = new ProxyGate();
    private final ProxyGate toClient = new ProxyGate();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, 2 * MOST_LINKS + 2, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), TcpProxy::daemon);
    private @Nullable ServerSocket listener;
    private CompletableFuture<Void> accepting = CompletableFuture.completedFuture(null);

    private TcpProxy(String host, int targetPort) {
        target = new InetSocketAddress(host, targetPort);
        accept();
    }

    /** Forwards to a host and port, from now on. */
    public static TcpProxy to(String host, int port) {
        return new TcpProxy(host, port);
    }

    /** Forwards to a Redis, from now on. */
    public static TcpProxy to(RedisAccess redis) {
        return new TcpProxy(redis.host(), redis.port());
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "tcp-proxy");
        thread.setDaemon(true);
        return thread;
    }

    public int port() {
        return port;
    }

    /** {@code redis://127.0.0.1:port}. */
    public String redisUri() {
        return "redis://127.0.0.1:" + port;
    }

    /** The open connections, oldest first. */
    public List<ProxyLink> links() {
        links.removeIf(ProxyLink::isClosed);
        return List.copyOf(links);
    }

    /** Falls silent in both directions; what is sent meanwhile waits for {@link #resume}. */
    public void hold() {
        holdToTarget();
        holdToClient();
    }

    /** What the client sends goes no further. */
    public void holdToTarget() {
        toTarget.shut();
    }

    /** What the target sends goes no further. */
    public void holdToClient() {
        toClient.shut();
    }

    /** Forwards again, what was held back first. Links that were held alone stay held. */
    public void resume() {
        toTarget.open();
        toClient.open();
    }

    /** Resets all connections of this moment; new ones are accepted. */
    public void cut() {
        links().forEach(ProxyLink::cut);
    }

    /** Resets all connections and refuses new ones until {@link #accept}. */
    public synchronized void refuse() {
        if (listener != null) {
            try {
                listener.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            listener = null;
            accepting.join(); // the port is free when nobody waits at it any more
        }
        cut();
    }

    /** Accepts connections, if it does not already. */
    public synchronized void accept() {
        if (listener != null) {
            return;
        }
        try {
            ServerSocket fresh = new ServerSocket(port, 128, InetAddress.getByName("127.0.0.1"));
            listener = fresh;
            accepting = CompletableFuture.runAsync(() -> acceptFrom(fresh), threads);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void acceptFrom(ServerSocket open) {
        while (!open.isClosed()) {
            try {
                forward(open.accept());
            } catch (IOException e) {
                // Closed by refuse(), or a client that went away before it was accepted.
                continue;
            }
        }
    }

    private void forward(Socket client) throws IOException {
        Socket upstream = new Socket();
        try {
            upstream.connect(target, CONNECT_LIMIT_MILLIS);
            if (links().size() >= MOST_LINKS) {
                throw new IOException("too many connections");
            }
            ProxyLink link = new ProxyLink(client, upstream, toTarget, toClient);
            links.add(link);
            threads.execute(link::pumpToTarget);
            threads.execute(link::pumpToClient);
        } catch (IOException | RejectedExecutionException e) {
            client.close();
            upstream.close();
        }
    }

    /** Forwards the connections that come from now on to another Redis; the present ones are cut. */
    public void moveTo(RedisAccess redis) {
        refuse(); // or a connection to the other one could be cut that has just come
        target = new InetSocketAddress(redis.host(), redis.port());
        accept();
    }

    /** Closes the port and all connections. */
    @Override
    public void close() {
        refuse();
        resume();
        threads.shutdownNow();
    }
}
