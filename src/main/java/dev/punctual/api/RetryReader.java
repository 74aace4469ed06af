package dev.punctual.api;

import dev.punctual.core.Backoff;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.RetryPolicy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads retry rules; what is not said takes the default. */
final class RetryReader {

    private static final List<String> RETRY = List.of("maxAttempts", "backoff");
    private static final List<String> BACKOFF = List.of("type", "initial", "max", "jitter");
    /** {@code backoff} in {@code retry}, and anything in it is at fault anyway. */
    private static final int DEPTH = 4;

    private RetryReader() {}

    /** Reads the field {@code retry}; null where it was not sent or cannot be taken. */
    static @Nullable RetryPolicy read(Fields job, List<FieldFault> faults) {
        int before = faults.size();
        Fields fields = job.object("retry", RETRY, DEPTH);
        if (fields == null) {
            return null;
        }
        Integer maxAttempts = fields.integer("maxAttempts");
        Fields backoff = fields.object("backoff", BACKOFF, DEPTH);
        try {
            Backoff wait = backoff == null ? Backoff.DEFAULT : backoff(backoff, faults);
            return faults.size() > before
                    ? null
                    : new RetryPolicy(maxAttempts == null ? RetryPolicy.DEFAULT.maxAttempts() : maxAttempts, wait);
        } catch (InvalidJobException invalid) {
            faults.add(new FieldFault(invalid.field(), invalid.reason()));
            return null;
        }
    }

    private static Backoff backoff(Fields fields, List<FieldFault> faults) {
        int before = faults.size();
        Backoff.Type type = fields.string("type", RetryReader::type);
        Duration initial = fields.string("initial", DurationText::parse);
        Duration max = fields.string("max", DurationText::parse);
        Double jitter = fields.number("jitter");
        if (faults.size() > before) {
            return Backoff.DEFAULT;
        }
        // A default gives way to the other bound where that was sent.
        Duration first = initial != null ? initial : shorter(Backoff.DEFAULT.initial(), max);
        return new Backoff(
                type == null ? Backoff.DEFAULT.type() : type,
                first,
                max != null ? max : longer(Backoff.DEFAULT.max(), first),
                jitter == null ? Backoff.DEFAULT.jitter() : jitter);
    }

    private static Duration shorter(Duration one, @Nullable Duration other) {
        return other != null && other.compareTo(one) < 0 ? other : one;
    }

    private static Duration longer(Duration one, Duration other) {
        return other.compareTo(one) > 0 ? other : one;
    }

    private static Backoff.Type type(String word) {
        for (Backoff.Type type : Backoff.Type.values()) {
            if (type.word().equals(word)) {
                return type;
            }
        }
        throw new IllegalArgumentException("must be fixed or exponential");
    }
}
