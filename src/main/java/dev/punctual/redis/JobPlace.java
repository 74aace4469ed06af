package dev.punctual.redis;

import dev.punctual.core.InvalidJobException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A place in the order of due times; as text, the cursor of a list.
 *
 * @param dueAtMillis the due time
 * @param id the id, which decides among equals
 */
record JobPlace(long dueAtMillis, String id) implements Comparable<JobPlace> {

    private static final Comparator<JobPlace> ORDER =
            Comparator.comparingLong(JobPlace::dueAtMillis).thenComparing(JobPlace::id);

    /**
     * @throws InvalidJobException if the text is not a cursor of ours
     */
    static @Nullable JobPlace ofCursor(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            int space = text.indexOf(' ');
            return new JobPlace(Long.parseLong(text.substring(0, space)), text.substring(space + 1));
        } catch (IllegalArgumentException | IndexOutOfBoundsException notOurs) {
            throw new InvalidJobException("cursor", "is not the 'next' of an earlier page");
        }
    }

    String cursor() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((dueAtMillis + " " + id).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int compareTo(JobPlace other) {
        return ORDER.compare(this, other);
    }
}
