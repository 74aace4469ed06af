package dev.punctual.targets;

import dev.punctual.core.PunctualException;
import java.util.BitSet;
import java.util.List;

/** Some HTTP statuses. Immutable. */
final class StatusSet {

    private final BitSet statuses;

    private StatusSet(BitSet statuses) {
        this.statuses = statuses;
    }

    /**
     * @param setting the name of the setting, for the message
     * @param texts each one status such as {@code 204}, or a class such as {@code 2xx}
     * @throws PunctualException naming the setting and what is allowed
     */
    static StatusSet parse(String setting, List<String> texts) {
        BitSet statuses = new BitSet();
        for (String text : texts) {
            if (text.matches("[2-5]xx")) {
                int first = (text.charAt(0) - '0') * 100;
                statuses.set(first, first + 100);
            } else if (text.matches("[2-5][0-9]{2}")) {
                statuses.set(Integer.parseInt(text));
            } else {
                throw new PunctualException(
                        setting + " must hold statuses from 200 to 599 or classes from 2xx to 5xx, not '" + text + "'");
            }
        }
        return new StatusSet(statuses);
    }

    boolean contains(int status) {
        return statuses.get(status);
    }

    boolean intersects(StatusSet other) {
        return statuses.intersects(other.statuses);
    }

    boolean isEmpty() {
        return statuses.isEmpty();
    }
}
