package dev.punctual.core;

import java.util.Optional;

/**
 * Proves that one belongs to a lease. Each claim of a job makes another one, so that a former owner is told apart from the
 * present one.
 *
 * @param id the job
 * @param generation its generation
 * @param attempt the attempt that the claim began, from 1
 * @param claimedAtMicros the time of the claim by Redis's clock, since 1970
 */
public record LeaseToken(JobId id, Generation generation, int attempt, long claimedAtMicros) {

    private static final int PARTS = 4;

    /** As one text that is safe in a URL path. */
    public String text() {
        return claimedAtMicros + "." + generation + "." + attempt + "." + id;
    }

    /** Reads what {@link #text} wrote; empty for every other text. */
    public static Optional<LeaseToken> of(String text) {
        String[] parts = text.split("\\.", PARTS);
        if (parts.length < PARTS || !JobId.isValid(parts[PARTS - 1])) {
            return Optional.empty();
        }
        try {
            return Optional.of(new LeaseToken(
                    new JobId(parts[3]),
                    new Generation(Long.parseLong(parts[1])),
                    Integer.parseInt(parts[2]),
                    Long.parseLong(parts[0])));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
