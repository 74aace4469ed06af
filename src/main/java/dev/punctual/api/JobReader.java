package dev.punctual.api;

import dev.punctual.core.Change;
import dev.punctual.core.Delivery;
import dev.punctual.core.Due;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.JobPatch;
import dev.punctual.core.QueueName;
import dev.punctual.core.RetryPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads jobs and patches out of JSON text, strictly: what is unknown, repeated, null or of another type is refused by
 * name. Thread-safe.
 */
public final class JobReader {

    private static final List<String> JOB =
            List.of("id", "queue", "name", "at", "delay", "payload", "retry", "deadline", "url");
    private static final List<String> PATCH = List.of("name", "at", "delay", "payload", "retry");

    private final Limits limits;
    private final Supplier<JobId> ids;

    /**
     * @param ids makes ids for jobs that bring none
     */
    public JobReader(Limits limits, Supplier<JobId> ids) {
        this.limits = limits;
        this.ids = ids;
    }

    /**
     * Reads a job.
     *
     * @param text the JSON text
     * @param pathId the id that the URL names, or null where it names none
     * @throws RefusedException 400, 413 or 422, the latter with every fault of the text
     */
    public JobDraft job(String text, @Nullable JobId pathId) {
        List<FieldFault> faults = new ArrayList<>();
        Fields fields = new Fields("", JsonText.members(text, limits.payloadDepth()), JOB, faults);
        JobId id = id(fields, pathId);
        QueueName queue = fields.string("queue", QueueName::new);
        String name = fields.string("name", JobName::check);
        Due due = due(fields, true);
        RetryPolicy retry = RetryReader.read(fields, faults);
        Duration deadline = fields.string("deadline", JobReader::deadline);
        String url = fields.string("url", Function.identity());
        String payload = fields.raw("payload");
        if (!faults.isEmpty() || due == null) {
            throw RefusedException.invalid(faults, id == null ? null : id.value());
        }
        checkPayload(payload);
        return new JobDraft(
                id == null ? ids.get() : id,
                queue == null ? QueueName.DEFAULT : queue,
                name,
                due,
                payload,
                retry,
                deadline,
                new Delivery.Route(url, null));
    }

    /**
     * Reads a merge patch of a job.
     *
     * @throws RefusedException 400, 413 or 422, the latter with every fault of the text
     */
    public JobPatch patch(String text) {
        List<FieldFault> faults = new ArrayList<>();
        Fields fields = new Fields("", JsonText.members(text, limits.payloadDepth()), PATCH, faults);
        Due due = due(fields, false);
        Change<String> name =
                change(fields, "name", fields.isNull("name") ? null : fields.string("name", JobName::check));
        String sent = fields.isNull("payload") ? null : fields.raw("payload");
        Change<String> payload = change(fields, "payload", sent);
        Change<RetryPolicy> retry =
                change(fields, "retry", fields.isNull("retry") ? null : RetryReader.read(fields, faults));
        if (!faults.isEmpty()) {
            throw RefusedException.invalid(faults);
        }
        checkPayload(sent);
        return new JobPatch(due, name, payload, retry);
    }

    private static <T> Change<T> change(Fields fields, String name, @Nullable T value) {
        return fields.has(name) ? Change.to(value) : Change.none();
    }

    private static @Nullable JobId id(Fields fields, @Nullable JobId pathId) {
        JobId id = fields.string("id", JobId::new);
        if (pathId != null && id != null && !pathId.equals(id)) {
            fields.fault("id", "must be the id of the path, or be left out");
        }
        return pathId == null ? id : pathId;
    }

    private static @Nullable Due due(Fields fields, boolean required) {
        Due at = fields.string("at", text -> new Due.At(InstantText.parse(text)));
        Due delay = fields.string("delay", text -> new Due.After(DurationText.parse(text)));
        if (fields.has("at") && fields.has("delay")) {
            fields.fault("delay", "must not stand beside 'at': a job has exactly one of them");
        } else if (required && !fields.has("at") && !fields.has("delay")) {
            fields.fault("at", "is missing: a job has exactly one of 'at' and 'delay'");
        }
        return at == null ? delay : at;
    }

    private static Duration deadline(String text) {
        Duration deadline = DurationText.parse(text);
        if (deadline.isNegative() || deadline.isZero() || deadline.compareTo(Due.MAX_DELAY) > 0) {
            throw new InvalidJobException("deadline", "must be more than 0 and at most 3650 days");
        }
        return deadline;
    }

    private void checkPayload(@Nullable String payload) {
        if (payload == null) {
            return;
        }
        int bytes = payload.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > limits.payloadBytes()) {
            throw RefusedException.tooLarge(
                    "must not be longer than " + limits.payloadBytes() + " bytes, and has " + bytes);
        }
    }
}
