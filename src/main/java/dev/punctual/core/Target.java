package dev.punctual.core;

/**
 * Where the jobs of a queue go. The port that every kind of target enters by: a kind says here what it needs to know,
 * and whether the claim itself can hand the job over.
 */
public sealed interface Target {

    /** The word in configuration, answers and metrics. */
    String word();

    /**
     * A Redis list: the claim script appends the job in the same step, so that it is in the list exactly once.
     *
     * @param key the key of the list
     */
    record RedisList(String key) implements Target {
        @Override
        public String word() {
            return "list";
        }
    }
}
