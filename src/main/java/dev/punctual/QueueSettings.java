package dev.punctual;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.PunctualException;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.RetryPolicy;
import dev.punctual.targets.ListSettings;
import dev.punctual.targets.TargetSettings;
import dev.punctual.targets.WebhookSettings;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/**
 * One queue of the configuration. In {@code config.yml} the settings of the target stand beside the rules. Immutable; shows
 * no secret.
 *
 * @param target where its jobs go, and what that kind of target needs to know
 * @param rules what every queue may have
 */
@JsonDeserialize(using = QueueSettingsReader.class)
public record QueueSettings(@Valid TargetSettings target, @Valid Rules rules) {

    static final QueueSettings DEFAULT = new QueueSettings(ListSettings.DEFAULT, new Rules(null, null, null, null));

    /**
     * @param retry its retry rules, default five attempts with exponential back-off
     * @param capacity how many of its jobs are under way at once in this instance, where the target has such a limit
     * @param deadline how long after its due time a job may still start, default without limit
     * @param lease how long a claimed job belongs to its claimer, default the {@code lease} of the service
     */
    public record Rules(
            @Nullable RetrySettings retry,
            @Min(1) @Max(10_000) @Nullable Integer capacity,
            @DurationMin(millis = 1) @DurationMax(days = 3650) @Nullable Duration deadline,
            @DurationMin(millis = 100) @DurationMax(hours = 24) @Nullable Duration lease) {}

    /**
     * @param lease how long a claimed job belongs to its claimer, where the queue says nothing
     * @throws PunctualException naming the setting and what is allowed
     */
    Queue toQueue(String name, String namespace, Duration lease) {
        try {
            QueueName queue = new QueueName(name);
            if (rules.lease != null && !target.isLeased()) {
                throw new InvalidJobException("lease", "only webhook, pull and handler have one");
            }
            if (target instanceof WebhookSettings webhook
                    && rules.capacity != null
                    && rules.capacity > webhook.concurrency()) {
                throw new InvalidJobException("capacity", "must not be greater than 'concurrency'");
            }
            var site = new TargetSettings.Site(namespace, queue, rules.lease == null ? lease : rules.lease);
            RetryPolicy retry = rules.retry == null ? RetryPolicy.DEFAULT : rules.retry.toPolicy();
            return new Queue(queue, target.toTarget(site), retry, rules.deadline);
        } catch (PunctualException wrong) {
            throw new PunctualException("queues." + name + "." + wrong.getMessage(), wrong);
        }
    }
}
