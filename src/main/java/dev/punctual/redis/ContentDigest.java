package dev.punctual.redis;

import dev.punctual.core.Due;
import dev.punctual.core.JobDraft;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Tells whether two drafts ask for the same: 48 bits of SHA-256 over everything that the client said, a delay as the
 * delay and not as the due time that came of it.
 */
final class ContentDigest {

    private static final int BYTES = 6; // eight characters; the contents of one id agree by chance once in 2^48
    private static final char END = '\u001f'; // stands in none of the parts but the last

    private ContentDigest() {}

    static String of(JobDraft draft) {
        StringBuilder text = new StringBuilder(128);
        text.append(draft.queue()).append(END);
        if (draft.due() instanceof Due.At at) {
            text.append("at ").append(at.instant().toEpochMilli());
        } else if (draft.due() instanceof Due.After after) {
            text.append("in ").append(after.delay().toMillis());
        }
        text.append(END).append(draft.retry() == null ? "" : Reply.retry(draft.retry()));
        text.append(END).append(draft.deadline() == null ? "" : draft.deadline().toMillis());
        text.append(END).append(draft.name() == null ? "" : "=" + draft.name().length() + draft.name());
        if (draft.route().url() != null) { // the trace that a job came with is no part of it
            text.append(END).append("url ").append(draft.route().url());
        }
        text.append(END).append(draft.payload() == null ? "" : draft.payload());
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every Java platform has SHA-256
        }
    }
}
