package dev.punctual.bench.kit;

/**
 * Jobs that are due at the ends of equal steps of time. Job i has the id {@code <prefix><i>}.
 *
 * @param prefix the beginning of their ids
 * @param count how many
 * @param firstDueAtMillis due time of the first
 * @param overMillis the time over which they are spread; 0 for the same millisecond
 */
public record Load(String prefix, int count, long firstDueAtMillis, long overMillis) {

    /** A day, after which nothing of a measure is due. */
    public static final long DAY_MILLIS = 86_400_000;

    /** 200 bytes of JSON. */
    public static final String PAYLOAD = "{\"filler\":\"" + "x".repeat(187) + "\"}";

    /** Jobs that stay pending as long as a measure takes: due in a day, spread over so many milliseconds. */
    public static Load inADay(String prefix, int count, long overMillis) {
        return new Load(prefix, count, System.currentTimeMillis() + DAY_MILLIS, overMillis);
    }

    public String id(int i) {
        return prefix + i;
    }

    public long dueAtMillis(int i) {
        return firstDueAtMillis + i * overMillis / count;
    }

    public long lastDueAtMillis() {
        return dueAtMillis(count - 1);
    }

    /** The number of a job by its id; -1 where it belongs to another load. */
    public int indexOf(String id) {
        if (!id.startsWith(prefix)) {
            return -1;
        }
        int index = 0;
        for (int i = prefix.length(); i < id.length(); i++) {
            char digit = id.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            index = index * 10 + (digit - '0');
        }
        return index < count ? index : -1;
    }
}
