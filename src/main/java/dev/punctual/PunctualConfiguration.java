package dev.punctual;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.punctual.api.Limits;
import dev.punctual.core.JobHandler;
import dev.punctual.core.PunctualException;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.engine.FastPathSettings;
import dev.punctual.engine.NudgeSettings;
import dev.punctual.engine.SweepSettings;
import dev.punctual.redis.FeedSettings;
import dev.punctual.redis.RedisSettings;
import dev.punctual.redis.RetentionSettings;
import dev.punctual.targets.Deliverers;
import io.dropwizard.core.Configuration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/** What {@code config.yml} may say. Every key stands there with its meaning and its default. */
public final class PunctualConfiguration extends Configuration {

    /** What happens to a job for a queue that the configuration does not name. */
    public enum UnknownQueues {
        /** It goes to the list of its queue. */
        LIST,
        /** It is refused with 422. */
        REJECT
    }

    @JsonProperty
    private String instance = "";

    @JsonProperty
    @Pattern(regexp = "[A-Za-z0-9._-]{1,64}", message = "must be 1 to 64 of A-Z a-z 0-9 . _ -") private String namespace = "punctual";

    @JsonProperty
    @DurationMin(millis = 100)
    @DurationMax(hours = 24)
    private Duration lease = Duration.ofSeconds(30);

    @JsonProperty
    @Valid private RedisSettings redis = RedisSettings.DEFAULT;

    @JsonProperty
    @Valid private FeedSettings notifications = FeedSettings.DEFAULT;

    @JsonProperty
    @Valid private FastPathSettings fastPath = FastPathSettings.DEFAULT;

    @JsonProperty
    @Valid private NudgeSettings nudge = NudgeSettings.DEFAULT;

    @JsonProperty
    @Valid private SweepSettings sweep = SweepSettings.DEFAULT;

    @JsonProperty
    @Valid private RetentionSettings retention = RetentionSettings.DEFAULT;

    @JsonProperty
    @Valid private Limits limits = Limits.DEFAULT;

    @JsonProperty
    private UnknownQueues unknownQueues = UnknownQueues.LIST;

    @JsonProperty
    private Map<String, @Valid QueueSettings> queues = new LinkedHashMap<>();

    /** The name of this instance; empty for host name and port. */
    public String instance() {
        return instance;
    }

    /** The beginning of every key. */
    public String namespace() {
        return namespace;
    }

    /** How long a claimed job belongs to its claimer, where the claim itself does not hand it over. */
    public Duration lease() {
        return lease;
    }

    public RedisSettings redis() {
        return redis;
    }

    public FeedSettings notifications() {
        return notifications;
    }

    public FastPathSettings fastPath() {
        return fastPath;
    }

    public NudgeSettings nudge() {
        return nudge;
    }

    public SweepSettings sweep() {
        return sweep;
    }

    public RetentionSettings retention() {
        return retention;
    }

    public Limits limits() {
        return limits;
    }

    /** The queues, and what happens to the others. */
    public Queues queues() {
        Map<QueueName, Queue> named = new HashMap<>();
        queues.forEach((name, settings) -> {
            Queue queue = known(settings).toQueue(name, namespace, lease);
            named.put(queue.name(), queue);
        });
        return new Queues(
                named,
                unknownQueues == UnknownQueues.REJECT,
                name -> QueueSettings.DEFAULT.toQueue(name.value(), namespace, lease));
    }

    /**
     * The deliverers of the queues whose target has one. They run until they are closed.
     *
     * @param handlers the handlers of whoever embeds the service, by queue
     * @throws PunctualException naming the setting that cannot be used
     */
    Deliverers deliverers(Map<QueueName, JobHandler> handlers) {
        Deliverers deliverers = new Deliverers(handlers);
        try {
            queues.forEach((name, settings) -> deliverers.open(
                    new QueueName(name),
                    known(settings).target(),
                    known(settings).rules().capacity()));
            deliverers.checkHandlers();
            return deliverers;
        } catch (RuntimeException refused) {
            deliverers.close();
            throw refused;
        }
    }

    /** Nothing behind a queue's name stands for all defaults. */
    private static QueueSettings known(@Nullable QueueSettings settings) {
        return settings == null ? QueueSettings.DEFAULT : settings;
    }

    /**
     * @throws PunctualException naming the settings that cannot be meant together
     */
    void checkTogether() {
        if (lease.compareTo(redis.timeouts().command()) <= 0) {
            throw new PunctualException(
                    "lease must be longer than redis.timeouts.command, or a claim could lapse before it is answered");
        }
        queues.forEach((name, settings) -> {
            Duration own = known(settings).rules().lease();
            if (own != null && own.compareTo(redis.timeouts().command()) <= 0) {
                throw new PunctualException("queues." + name + ".lease must be longer than redis.timeouts.command");
            }
        });
    }

    /** The settings that matter, without secrets. */
    String summary(String address, String instanceName) {
        return String.format(
                Locale.ROOT,
                "instance=%s namespace=%s redis=%s notifyKeyspaceEvents=%s subscription=%s fastPath=%s nudge=%s"
                        + " sweep.interval=%s sweep.grace=%s retention=%s/%d queues=%s unknownQueues=%s",
                instanceName,
                namespace,
                address,
                redis.notifyKeyspaceEvents(),
                notifications.subscription(),
                fastPath.enabled(),
                nudge.enabled(),
                sweep.interval(),
                sweep.grace(),
                retention.age(),
                retention.count(),
                queues.keySet(),
                unknownQueues);
    }
}
