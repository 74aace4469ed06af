package dev.punctual.targets;

import dev.punctual.core.Deliverer;
import dev.punctual.core.JobHandler;
import dev.punctual.core.PunctualException;
import dev.punctual.core.QueueName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The deliverers of a service, by queue. Not thread-safe before all are opened. */
public final class Deliverers implements AutoCloseable {

    private final Map<QueueName, JobHandler> handlers;
    private final Map<QueueName, Deliverer> opened = new LinkedHashMap<>();
    private @Nullable Webhooks webhooks;

    /**
     * @param handlers what whoever embeds the service brought
     */
    public Deliverers(Map<QueueName, JobHandler> handlers) {
        this.handlers = Map.copyOf(handlers);
    }

    /**
     * Opens that of one queue, if its target has one.
     *
     * @param capacity how many jobs are under way at once; null for the target's own default
     * @throws PunctualException naming the setting that cannot be used, and what is allowed
     */
    public void open(QueueName queue, TargetSettings settings, @Nullable Integer capacity) {
        if (settings instanceof WebhookSettings webhook) {
            if (webhooks == null) {
                webhooks = new Webhooks();
            }
            opened.put(queue, webhooks.open(queue, webhook, capacity == null ? webhook.concurrency() : capacity));
        } else if (settings instanceof HandlerSettings) {
            opened.put(queue, handler(queue, capacity == null ? HandlerSettings.CAPACITY : capacity));
        }
    }

    private Deliverer handler(QueueName queue, int capacity) {
        JobHandler handler = handlers.get(queue);
        if (handler == null) {
            throw new PunctualException("queues." + queue + ".target: no handler is registered for it");
        }
        return new Handler(queue, handler, new Seats(capacity), HandlerThreads.open(capacity));
    }

    /**
     * @throws PunctualException if there is a handler for a queue that is not one of {@code target: handler}
     */
    public void checkHandlers() {
        for (QueueName queue : handlers.keySet()) {
            if (!(opened.get(queue) instanceof Handler)) {
                throw new PunctualException("a handler is registered for queue '" + queue
                        + "', but the configuration does not say {target: handler} of it");
            }
        }
    }

    /** All that were opened. */
    public Map<QueueName, Deliverer> byQueue() {
        return Map.copyOf(opened);
    }

    /** Closes all; see {@link Deliverer#close}. */
    @Override
    public void close() {
        opened.values().forEach(Deliverer::close);
        if (webhooks != null) {
            webhooks.close();
        }
    }
}
