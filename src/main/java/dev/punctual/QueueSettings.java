package dev.punctual;

import dev.punctual.core.Backoff;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.PunctualException;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Target;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One queue of the configuration. What is absent takes its default. Immutable.
 *
 * @param target where its jobs go; {@code list} is the default
 * @param key the key of its list, default {@code <namespace>:queue:<queue>}
 * @param retry its retry rules, default five attempts with exponential back-off
 * @param deadline how long after its due time a job may still start, default without limit
 */
public record QueueSettings(
        @Nullable String target, @Nullable String key, @Nullable Retry retry, @Nullable Duration deadline) {

    static final QueueSettings DEFAULT = new QueueSettings(null, null, null, null);

    private static final String LIST = "list";

    /**
     * @param maxAttempts attempts in all, 1 to 1000, default 5
     * @param backoff the wait between them
     */
    public record Retry(@Nullable Integer maxAttempts, @Nullable Wait backoff) {}

    /**
     * @param type fixed or exponential, default exponential
     * @param initial the wait after the first attempt, default 1 s
     * @param max the longest wait, default 10 min
     * @param jitter the share by which a wait may differ, 0 to 1, default 0.2
     */
    public record Wait(
            Backoff.@Nullable Type type, @Nullable Duration initial, @Nullable Duration max, @Nullable Double jitter) {}

    /**
     * @throws PunctualException naming the setting and what is allowed
     */
    Queue toQueue(String name, String namespace) {
        try {
            QueueName queue = new QueueName(name);
            if (target != null && !target.equals(LIST)) {
                throw new InvalidJobException("target", "'" + target + "' is not known; allowed: list");
            }
            if (key != null && key.isEmpty()) {
                throw new InvalidJobException("key", "must not be empty");
            }
            if (deadline != null && (deadline.isNegative() || deadline.isZero())) {
                throw new InvalidJobException("deadline", "must be longer than 0");
            }
            Target list = new Target.RedisList(key == null ? defaultKey(namespace, queue) : key);
            return new Queue(queue, list, retry == null ? RetryPolicy.DEFAULT : policy(retry), deadline);
        } catch (InvalidJobException wrong) {
            throw new PunctualException("queues." + name + "." + wrong.getMessage(), wrong);
        }
    }

    static String defaultKey(String namespace, QueueName queue) {
        return namespace + ":queue:" + queue;
    }

    private static RetryPolicy policy(Retry retry) {
        Wait wait = retry.backoff == null ? new Wait(null, null, null, null) : retry.backoff;
        Backoff standard = Backoff.DEFAULT;
        Duration initial = wait.initial == null ? standard.initial() : wait.initial;
        Duration max = wait.max == null ? longer(standard.max(), initial) : wait.max;
        return new RetryPolicy(
                retry.maxAttempts == null ? RetryPolicy.DEFAULT.maxAttempts() : retry.maxAttempts,
                new Backoff(
                        wait.type == null ? standard.type() : wait.type,
                        initial,
                        max,
                        wait.jitter == null ? standard.jitter() : wait.jitter));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
