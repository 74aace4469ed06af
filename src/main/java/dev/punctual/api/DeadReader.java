package dev.punctual.api;

import dev.punctual.core.DeadJobs;
import dev.punctual.core.QueueName;
import java.util.ArrayList;
import java.util.List;

/** Reads which dead jobs a call means, strictly. A body may be left out: then all of them are meant. */
public final class DeadReader {

    private static final int MOST = 1000;
    private static final int DEFAULT = 100;

    private static final List<String> FILTER = List.of("queue", "reason", "limit", "cursor");
    /** Every field is a plain value; anything deeper is at fault anyway. */
    private static final int DEPTH = 4;

    private DeadReader() {}

    /**
     * Reads {@code {queue, reason, limit, cursor}}.
     *
     * @throws RefusedException 400 or 422, the latter with every fault of the text
     */
    public static DeadJobs.Query query(String text) {
        List<FieldFault> faults = new ArrayList<>();
        List<JsonMember> sent = text.isEmpty() ? List.of() : JsonText.members(text, DEPTH);
        Fields fields = new Fields("", sent, FILTER, faults);
        QueueName queue = fields.string("queue", QueueName::new);
        String reason = fields.string("reason", ReasonText::check);
        Integer limit = fields.integer("limit");
        String cursor = fields.string("cursor", same -> same);
        if (limit != null && (limit < 1 || limit > MOST)) {
            fields.fault("limit", "must be from 1 to " + MOST);
        }
        if (!faults.isEmpty()) {
            throw RefusedException.invalid(faults);
        }
        return new DeadJobs.Query(queue, reason, limit == null ? DEFAULT : limit, cursor);
    }
}
