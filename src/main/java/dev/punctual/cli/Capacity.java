package dev.punctual.cli;

/**
 * How much Redis a load needs. The constants were measured on Redis 7.0.15, see the page {@code performance} of the
 * manual.
 *
 * @param jobs how many wait at the same time
 * @param payloadBytes the bytes of a payload and name
 * @param perSecond how many fire in a second
 * @param finished how many finished jobs are kept
 * @param fires how many fire records are kept
 */
record Capacity(long jobs, long payloadBytes, long perSecond, long finished, long fires) {

    /** The most that each number may be. */
    static final long MOST = 1_000_000_000;

    /** Record, due key and entry of the schedule, with an id of 13 characters, without the payload. */
    static final long WAITING_BYTES = 440;

    /** Record and entry of the index of finished jobs. */
    static final long FINISHED_BYTES = 330;

    /** One entry of the fire log. */
    static final long FIRE_BYTES = 115;

    /** Nudge, notification, claim and hand-over of a job that is alone at its due time. */
    private static final double ONE_BY_ONE_MICROS = 380;

    /** The same in full batches. */
    private static final double TOGETHER_MICROS = 50;

    private static final double MICROS_PER_PERCENT = 10_000;

    long waitingBytes() {
        return jobs * (WAITING_BYTES + payloadBytes);
    }

    long finishedBytes() {
        return finished * (FINISHED_BYTES + payloadBytes);
    }

    long fireBytes() {
        return fires * FIRE_BYTES;
    }

    long bytes() {
        return waitingBytes() + finishedBytes() + fireBytes();
    }

    /** Of one core; where that is over 100, Redis takes more at a time and comes nearer to {@link #percentTogether}. */
    double percentOneByOne() {
        return perSecond * ONE_BY_ONE_MICROS / MICROS_PER_PERCENT;
    }

    double percentTogether() {
        return perSecond * TOGETHER_MICROS / MICROS_PER_PERCENT;
    }
}
