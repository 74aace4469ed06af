package dev.punctual.targets;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/**
 * Looks up the addresses of a new connection, and checks them where a job brought the URL. The client connects to these
 * very addresses, so a name that answers differently the next time gains nothing. A slow name server holds up this
 * queue's new connections at most. Thread-safe.
 */
final class CheckedAddresses implements SocketAddressResolver, AutoCloseable {

    /** Marks the destinations that a job brought, and keeps them apart from the configured one. */
    static final Object FROM_JOB = new Object() {
        @Override
        public String toString() {
            return "job-url";
        }
    };

    private static final int LOOKUPS_MAX = 16;

    private final NameLookup lookup;
    private final JobUrls allowed;
    private final Duration timeout;
    private final ThreadPoolExecutor threads;
    private final Map<String, CompletableFuture<List<InetAddress>>> underWay = new ConcurrentHashMap<>();

    CheckedAddresses(String queue, NameLookup lookup, JobUrls allowed, Duration timeout) {
        this.lookup = lookup;
        this.allowed = allowed;
        this.timeout = timeout;
        this.threads = new ThreadPoolExecutor(
                0, LOOKUPS_MAX, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> daemon(queue, task));
    }

    private static Thread daemon(String queue, Runnable task) {
        Thread thread = new Thread(task, "punctual-lookup-" + queue);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void resolve(String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> promise) {
        Destination destination = (Destination) Objects.requireNonNull(context.get(Destination.CONTEXT_KEY));
        boolean fromJob = destination.getOrigin().getTag() == FROM_JOB;
        Promise.completeWith(
                promise,
                addresses(host)
                        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                        .thenApply(found -> fromJob ? checked(host, found) : found)
                        .thenApply(found -> found.stream()
                                .map(address -> new InetSocketAddress(named(host, address), port))
                                .toList()));
    }

    /** With the name that was asked for, which a certificate is judged by. */
    private static InetAddress named(String host, InetAddress address) {
        try {
            return InetAddress.getByAddress(host, address.getAddress());
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address has 4 or 16 bytes", impossible);
        }
    }

    /** One lookup of a name at a time: while a name server is silent, no threads pile up. */
    private CompletableFuture<List<InetAddress>> addresses(String host) {
        CompletableFuture<List<InetAddress>> fresh = new CompletableFuture<>();
        CompletableFuture<List<InetAddress>> known = underWay.putIfAbsent(host, fresh);
        if (known != null) {
            return known.copy();
        }
        try {
            threads.execute(() -> look(host, fresh));
        } catch (RejectedExecutionException full) {
            underWay.remove(host, fresh);
            fresh.completeExceptionally(full);
        }
        return fresh.copy();
    }

    private void look(String host, CompletableFuture<List<InetAddress>> answer) {
        List<InetAddress> found = List.of();
        Throwable failed = null;
        try {
            found = lookup.addresses(host);
        } catch (UnknownHostException | RuntimeException unknown) {
            failed = unknown;
        }
        // Removed first, so that nobody who comes later gets an answer from before.
        underWay.remove(host, answer);
        if (failed == null) {
            answer.complete(found);
        } else {
            answer.completeExceptionally(failed);
        }
    }

    private List<InetAddress> checked(String host, List<InetAddress> addresses) {
        addresses.forEach(address -> allowed.check(host, address));
        return addresses;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
