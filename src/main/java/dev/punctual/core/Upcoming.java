package dev.punctual.core;

import java.time.Instant;
import java.util.List;

/**
 * How many waiting jobs are due when, by Redis's clock.
 *
 * @param now Redis's time of the reading
 * @param overdue jobs whose due time has passed
 * @param minute jobs due in each of the next 60 seconds
 * @param hour jobs due in each of the next 60 minutes; the first of them is {@code minute}
 * @param day jobs due in each of the next 24 hours; the first of them is {@code hour}
 * @param later jobs due after those
 */
public record Upcoming(Instant now, long overdue, List<Long> minute, List<Long> hour, List<Long> day, long later) {}
