package dev.punctual.core;

import java.time.Duration;

/** What the engine tells of its work. Must not block and must not throw; called from many threads. */
public interface Telemetry {

    /** Nobody is told. */
    Telemetry NONE = new Telemetry() {
        @Override
        public void fired(Fire fire) {}

        @Override
        public void notification(String kind) {}

        @Override
        public void nudged(int count) {}

        @Override
        public void claims(FirePath path, String result, int count) {}

        @Override
        public void delivered(QueueName queue, String outcome, Duration took) {}

        @Override
        public void swept() {}

        @Override
        public void redisCommand(Duration took) {}
    };

    /** A fire whose cause is final. */
    void fired(Fire fire);

    /**
     * A notification was handled.
     *
     * @param kind {@code accepted}, {@code dropped}, {@code left} to another instance, {@code late}, {@code foreign} or
     *     {@code probe}
     */
    void notification(String kind);

    /** So many due keys were read. */
    void nudged(int count);

    /**
     * The result of a claim.
     *
     * @param result {@code won} or {@code refused}
     */
    void claims(FirePath path, String result, int count);

    /**
     * An attempt of a leased target ended.
     *
     * @param queue the queue of the job
     * @param outcome the word of the outcome; {@code lost} where the lease was not held any more
     * @param took from the claim to the end, as far as it is known; zero where it is not
     */
    void delivered(QueueName queue, String outcome, Duration took);

    /** A sweep ended without a fault. */
    void swept();

    /** Redis answered a command. */
    void redisCommand(Duration took);
}
