package dev.punctual.core;

import java.time.Duration;
import java.time.Instant;

/** When a job should fire, as the client said it. Redis's clock turns it into the due time. */
public sealed interface Due {

    /** The longest delay that is taken: ten years of 365 days. */
    Duration MAX_DELAY = Duration.ofDays(3650);

    /**
     * At an instant. One that has passed is due at once.
     *
     * @param instant kept to the millisecond
     */
    record At(Instant instant) implements Due {
        /**
         * @throws InvalidJobException if the year has more than four digits
         */
        public At {
            if (instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
                throw new InvalidJobException("at", "must lie in the years 0000 to 9999");
            }
        }

        private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
        private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");
    }

    /**
     * After a delay, counted from the moment at which Redis stores the job.
     *
     * @param delay kept to the millisecond, 0 to {@link #MAX_DELAY}
     */
    record After(Duration delay) implements Due {
        /**
         * @throws InvalidJobException if the delay is negative or too long
         */
        public After {
            if (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0) {
                throw new InvalidJobException("delay", "must be from 0 to 3650 days");
            }
        }
    }
}
