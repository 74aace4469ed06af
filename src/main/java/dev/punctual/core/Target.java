package dev.punctual.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the jobs of a queue go. The port that every kind of target enters by: a kind says here what a claim needs to know.
 * What lies in Redis is handed over within the claim; the {@link Leased} kinds get the job under a lease.
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

    /**
     * A Redis stream: the claim script adds an entry with the field {@code job} in the same step, exactly once.
     *
     * @param key the key of the stream
     * @param maxLength about how many entries it keeps, 1 or more; null for all
     */
    record RedisStream(String key, @Nullable Long maxLength) implements Target {
        @Override
        public String word() {
            return "stream";
        }
    }

    /**
     * A Redis channel: the claim script publishes the job in the same step. Whoever does not listen then never gets it.
     *
     * @param channel the name of the channel
     */
    record Channel(String channel) implements Target {
        @Override
        public String word() {
            return "channel";
        }
    }

    /** A target that works outside of Redis, can fail, and can take its time: a claim moves the job to {@code running}. */
    sealed interface Leased extends Target {

        /** How long a claimed job belongs to its claimer, unless that is extended; 1 ms or more. */
        Duration lease();
    }

    /**
     * An HTTP address, which a {@link Deliverer} posts to.
     *
     * @param jobUrls the addresses that jobs may bring themselves
     */
    record Webhook(Duration lease, JobUrlRules jobUrls) implements Leased {

        /** One whose jobs bring no address. */
        public Webhook(Duration lease) {
            this(lease, JobUrlRules.NONE);
        }

        @Override
        public String word() {
            return "webhook";
        }
    }

    /** Whoever asks for jobs over HTTP and acknowledges them; see {@link PullLeases}. */
    record Pull(Duration lease) implements Leased {
        @Override
        public String word() {
            return "pull";
        }
    }

    /** Code inside this JVM; see {@link JobHandler}. */
    record Handler(Duration lease) implements Leased {
        @Override
        public String word() {
            return "handler";
        }
    }
}
