package dev.punctual.api;

import dev.punctual.core.Upcoming;
import java.util.List;

/**
 * How many waiting jobs are due when, in an answer.
 *
 * @param asOf Redis's time of the counts
 * @param minute a count for each of the next 60 seconds
 * @param hour a count for each of the next 60 minutes
 * @param day a count for each of the next 24 hours
 * @param later due after those
 */
public record UpcomingView(String asOf, long overdue, List<Long> minute, List<Long> hour, List<Long> day, long later) {

    public static UpcomingView of(Upcoming counted) {
        return new UpcomingView(
                InstantText.format(counted.now()),
                counted.overdue(),
                counted.minute(),
                counted.hour(),
                counted.day(),
                counted.later());
    }
}
