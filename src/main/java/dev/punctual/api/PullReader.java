package dev.punctual.api;

import dev.punctual.core.Due;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.PullLeases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what pullers send, strictly. Every field has a default, and so a body may be left out. */
public final class PullReader {

    /** How many jobs a call leases that does not say. */
    public static final int DEFAULT_JOBS = 1;

    /** The shortest lease that can be asked for. */
    public static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    /** The longest lease that can be asked for. */
    public static final Duration LONGEST_LEASE = Duration.ofHours(12);

    private static final List<String> PULL = List.of("max", "wait", "lease");
    private static final List<String> NACK = List.of("delay", "reason");
    private static final List<String> ACK = List.of("tokens");
    private static final List<String> EXTEND = List.of("lease");
    /** Every field is a plain value; anything deeper is at fault anyway. */
    private static final int DEPTH = 4;

    private PullReader() {}

    /**
     * Reads {@code {max, wait, lease}}.
     *
     * @throws RefusedException 400 or 422, the latter with every fault of the text
     */
    public static PullRequest pull(String text) {
        List<FieldFault> faults = new ArrayList<>();
        Fields fields = fields(text, PULL, faults);
        Integer max = fields.integer("max");
        if (max != null && (max < 1 || max > PullLeases.MAX_JOBS)) {
            fields.fault("max", "must be from 1 to " + PullLeases.MAX_JOBS);
        }
        Duration wait = within(fields, "wait", Duration.ZERO, PullLeases.MAX_WAIT);
        Duration lease = within(fields, "lease", SHORTEST_LEASE, LONGEST_LEASE);
        check(faults);
        return new PullRequest(max == null ? DEFAULT_JOBS : max, wait == null ? Duration.ZERO : wait, lease);
    }

    /**
     * Reads {@code {delay, reason}}.
     *
     * @throws RefusedException 400 or 422, the latter with every fault of the text
     */
    public static Nack nack(String text) {
        List<FieldFault> faults = new ArrayList<>();
        Fields fields = fields(text, NACK, faults);
        Duration delay = within(fields, "delay", Duration.ZERO, Due.MAX_DELAY);
        String reason = fields.string("reason", ReasonText::check);
        check(faults);
        return new Nack(delay, reason);
    }

    /**
     * Reads {@code {tokens}}, which must be there.
     *
     * @throws RefusedException 400 or 422, the latter with every fault of the text
     */
    public static List<LeaseToken> acks(String text) {
        List<FieldFault> faults = new ArrayList<>();
        Fields fields = fields(text, ACK, faults);
        List<JsonMember> sent = fields.array("tokens", DEPTH);
        if (!fields.has("tokens")) {
            fields.fault("tokens", "is missing");
        } else if (sent != null && (sent.isEmpty() || sent.size() > PullLeases.MAX_JOBS)) {
            fields.fault("tokens", "must have 1 to " + PullLeases.MAX_JOBS + " leaseTokens");
        }
        check(faults);
        List<LeaseToken> tokens = new ArrayList<>();
        for (JsonMember one : sent == null ? List.<JsonMember>of() : sent) {
            LeaseToken token = one.type() == JsonMember.Type.STRING
                    ? LeaseToken.of(one.string()).orElse(null)
                    : null;
            if (token == null) {
                fields.fault(one.name(), "must be the leaseToken of a leased job");
            } else {
                tokens.add(token);
            }
        }
        check(faults);
        return tokens;
    }

    /**
     * Reads {@code {lease}}.
     *
     * @return how long from now on; null for the lease of the queue
     * @throws RefusedException 400 or 422, the latter with every fault of the text
     */
    public static @Nullable Duration extend(String text) {
        List<FieldFault> faults = new ArrayList<>();
        Duration lease = within(fields(text, EXTEND, faults), "lease", SHORTEST_LEASE, LONGEST_LEASE);
        check(faults);
        return lease;
    }

    private static Fields fields(String text, List<String> known, List<FieldFault> faults) {
        List<JsonMember> sent = text.isEmpty() ? List.of() : JsonText.members(text, DEPTH);
        return new Fields("", sent, known, faults);
    }

    private static @Nullable Duration within(Fields fields, String name, Duration shortest, Duration longest) {
        Duration sent = fields.string(name, DurationText::parse);
        if (sent != null && (sent.compareTo(shortest) < 0 || sent.compareTo(longest) > 0)) {
            fields.fault(name, "must be from " + DurationText.format(shortest) + " to " + DurationText.format(longest));
        }
        return sent;
    }

    private static void check(List<FieldFault> faults) {
        if (!faults.isEmpty()) {
            throw RefusedException.invalid(faults);
        }
    }
}
