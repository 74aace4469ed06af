package dev.punctual.resources;

import dev.punctual.api.FieldFault;
import dev.punctual.api.JobName;
import dev.punctual.api.ReasonText;
import dev.punctual.api.RefusedException;
import dev.punctual.core.DeadJobs;
import dev.punctual.core.FireHistory;
import dev.punctual.core.FirePath;
import dev.punctual.core.FireQuery;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.JobQuery;
import dev.punctual.core.JobState;
import dev.punctual.core.QueueName;
import dev.punctual.core.SweepCause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the query parameters of lists, and names all that are at fault. */
final class PageParameters {

    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1000;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");

    private final List<FieldFault> faults = new ArrayList<>();

    static JobQuery jobs(
            @Nullable String state,
            @Nullable String queue,
            @Nullable String name,
            @Nullable String limit,
            @Nullable String cursor) {
        PageParameters read = new PageParameters();
        JobState readState = read.value("state", state, PageParameters::state);
        QueueName readQueue = read.value("queue", queue, QueueName::new);
        String readName = read.value("name", name, JobName::check);
        int readLimit = read.limit(limit);
        read.check();
        return new JobQuery(readState, readQueue, readName, readLimit, cursor);
    }

    static FireQuery fires(
            @Nullable String queue, @Nullable String path, @Nullable String limit, @Nullable String cursor) {
        PageParameters read = new PageParameters();
        QueueName readQueue = read.value("queue", queue, QueueName::new);
        FirePath readPath = read.value("path", path, PageParameters::path);
        int readLimit = read.limit(limit);
        read.check();
        return new FireQuery(readQueue, readPath, readLimit, cursor);
    }

    /** The filter of a stream; adds to faults that were found before, and throws where there are any. */
    static FireFilter filter(
            List<FieldFault> before, @Nullable String queue, @Nullable String path, @Nullable String cause) {
        PageParameters read = new PageParameters();
        read.faults.addAll(before);
        FireFilter filter = new FireFilter(
                read.value("queue", queue, QueueName::new),
                read.value("path", path, PageParameters::path),
                read.value("cause", cause, PageParameters::cause));
        read.check();
        return filter;
    }

    static DeadJobs.Query dead(
            @Nullable String queue, @Nullable String reason, @Nullable String limit, @Nullable String cursor) {
        PageParameters read = new PageParameters();
        QueueName readQueue = read.value("queue", queue, QueueName::new);
        String readReason = read.value("reason", reason, ReasonText::check);
        int readLimit = read.limit(limit);
        read.check();
        return new DeadJobs.Query(readQueue, readReason, readLimit, cursor);
    }

    private <T> @Nullable T value(String name, @Nullable String text, Function<String, T> parse) {
        if (text == null) {
            return null;
        }
        try {
            return parse.apply(text);
        } catch (InvalidJobException invalid) {
            faults.add(new FieldFault(name, invalid.reason()));
            return null;
        }
    }

    /** How many seconds of the past are asked for. */
    static int seconds(@Nullable String text) {
        PageParameters read = new PageParameters();
        int seconds = read.number("seconds", text, FireHistory.MAX_SECONDS, FireHistory.MAX_SECONDS);
        read.check();
        return seconds;
    }

    private int limit(@Nullable String text) {
        return number("limit", text, DEFAULT_LIMIT, MAX_LIMIT);
    }

    private int number(String name, @Nullable String text, int otherwise, int most) {
        if (text == null) {
            return otherwise;
        }
        int number = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (number < 1 || number > most) {
            faults.add(new FieldFault(name, "must be from 1 to " + most));
        }
        return number;
    }

    private void check() {
        if (!faults.isEmpty()) {
            throw RefusedException.invalid(faults);
        }
    }

    private static JobState state(String word) {
        return JobState.ofWord(word).orElseThrow(() -> noneOf("state", JobState.values(), JobState::word));
    }

    private static FirePath path(String word) {
        return FirePath.ofWord(word).orElseThrow(() -> new InvalidJobException("path", "must be fast or sweep"));
    }

    private static SweepCause cause(String word) {
        return SweepCause.ofWord(word).orElseThrow(() -> noneOf("cause", SweepCause.values(), SweepCause::word));
    }

    private static <T> InvalidJobException noneOf(String name, T[] values, Function<T, String> word) {
        return new InvalidJobException(
                name, "must be one of " + Arrays.stream(values).map(word).collect(Collectors.joining(", ")));
    }
}
