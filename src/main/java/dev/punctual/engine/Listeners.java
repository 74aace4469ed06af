package dev.punctual.engine;

import dev.punctual.core.JobId;
import java.util.List;
import java.util.TreeSet;

/**
 * The instances that listen to notifications at present, and which part of the work falls to this one. All of them hear
 * every notification, and each claims its share, so that a job costs one claim and not one from each. What another one
 * leaves undone is swept, and nothing more is left to it until it is heard of again. Thread-safe; no method blocks.
 */
final class Listeners {

    private final String self;
    private volatile List<String> names;
    private volatile boolean firstIsLate;

    Listeners(String self) {
        this.self = self;
        this.names = List.of(self);
    }

    /** These have shown a sign of life lately; this one counts among them in any case. */
    void heardOf(List<String> found) {
        TreeSet<String> sorted = new TreeSet<>(found);
        sorted.add(self);
        names = List.copyOf(sorted);
        firstIsLate = false;
    }

    /** Whether the notification of a job is to be claimed here. */
    boolean isOurs(JobId id) {
        return claimer(id).equals(self);
    }

    /** A sweep had to fire a job: whoever should have claimed it is left nothing more for now. */
    void missed(JobId id) {
        String missing = claimer(id);
        if (!missing.equals(self)) {
            names = names.stream().filter(name -> !name.equals(missing)).toList();
        }
    }

    /** Whether due keys are to be read here at their due time, and not only where the first one fails to. */
    boolean isFirst() {
        return firstIsLate || names.get(0).equals(self);
    }

    /** Due keys were not read in time. */
    void firstIsLate() {
        firstIsLate = true;
    }

    private String claimer(JobId id) {
        List<String> all = names;
        int hash = id.hashCode();
        return all.get(Math.floorMod(hash ^ hash >>> 16, all.size()));
    }
}
