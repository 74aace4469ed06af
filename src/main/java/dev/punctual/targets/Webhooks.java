package dev.punctual.targets;

import dev.punctual.core.Deliverer;
import dev.punctual.core.PunctualException;
import dev.punctual.core.QueueName;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * All webhooks of a service. They share threads, which none of them blocks, and nothing else: each queue has
 * connections, name lookups, places and a circuit of its own. Thread-safe.
 */
public final class Webhooks implements AutoCloseable {

    private static final int THREADS = 8;
    /** One for the selector of each queue, and one for what it finds. */
    private static final int THREADS_PER_QUEUE = 2;

    private final NameLookup lookup;
    private final @Nullable SSLContext tls;
    private final QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    private final Scheduler timer = new ScheduledExecutorScheduler("punctual-webhook-timer", true);
    private final List<Deliverer> opened = new CopyOnWriteArrayList<>();

    /** With the system's name service, and the certificates that the JVM trusts. */
    public Webhooks() {
        this(NameLookup.SYSTEM, null);
    }

    /**
     * @param tls null for the JVM's own
     */
    Webhooks(NameLookup lookup, @Nullable SSLContext tls) {
        this.lookup = lookup;
        this.tls = tls;
        threads.setName("punctual-webhook");
        threads.setDaemon(true);
        LifeCycle.start(threads);
        LifeCycle.start(timer);
    }

    /** As many deliveries at once as its concurrency. */
    Deliverer open(QueueName queue, WebhookSettings settings) {
        return open(queue, settings, settings.concurrency());
    }

    /**
     * The deliverer of one queue. Opens no connection yet.
     *
     * @param capacity how many deliveries may be under way at once, up to the concurrency
     * @throws PunctualException naming the setting that cannot be used, as {@code queues.<queue>.<setting>}, and what is
     *     allowed; never a secret
     */
    public Deliverer open(QueueName queue, WebhookSettings settings, int capacity) {
        WebhookRules rules = rules(queue, settings);
        threads.setMaxThreads(threads.getMaxThreads() + THREADS_PER_QUEUE);
        CheckedAddresses addresses =
                new CheckedAddresses(queue.value(), lookup, rules.jobUrls(), settings.connectTimeout());
        HttpClient client = new ClientSetup(settings, tls, threads, timer, addresses).start(queue.value());
        Places places = new Places(queue.value(), capacity, settings, System::nanoTime, timer, threads);
        Webhook webhook = new Webhook(settings, rules, client, places, () -> {
            LifeCycle.stop(client);
            addresses.close();
        });
        opened.add(webhook);
        return webhook;
    }

    private static WebhookRules rules(QueueName queue, WebhookSettings settings) {
        try {
            return WebhookRules.of(settings);
        } catch (PunctualException wrong) {
            throw new PunctualException("queues." + queue + "." + wrong.getMessage(), wrong);
        }
    }

    /** Closes all that were opened; see {@link Deliverer#close}. */
    @Override
    public void close() {
        opened.forEach(Deliverer::close);
        LifeCycle.stop(timer);
        LifeCycle.stop(threads);
    }
}
