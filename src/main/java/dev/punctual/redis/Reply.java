package dev.punctual.redis;

import dev.punctual.core.Backoff;
import dev.punctual.core.Delivery;
import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Generation;
import dev.punctual.core.Job;
import dev.punctual.core.JobId;
import dev.punctual.core.JobState;
import dev.punctual.core.QueueName;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.SweepCause;
import dev.punctual.core.TimelineEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what scripts answer: texts, numbers and rows of them. */
final class Reply {

    private final List<?> row;

    Reply(List<?> row) {
        this.row = row;
    }

    static Reply of(Object row) {
        return new Reply((List<?>) row);
    }

    int size() {
        return row.size();
    }

    String text(int place) {
        return String.valueOf(row.get(place));
    }

    /** Null for the empty text. */
    @Nullable String textOrNull(int place) {
        String text = text(place);
        return text.isEmpty() ? null : text;
    }

    /** A text after {@code =}; null for the empty text. */
    @Nullable String marked(int place) {
        String text = text(place);
        return text.isEmpty() ? null : text.substring(1);
    }

    long number(int place) {
        Object value = row.get(place);
        return value instanceof Long number ? number : whole(String.valueOf(value));
    }

    /** A score as Redis writes it, which somebody else may have made infinite. */
    static long whole(String score) {
        return (long) Double.parseDouble(score.replace("inf", "Infinity"));
    }

    Instant instant(int place) {
        return Instant.ofEpochMilli(number(place));
    }

    /** Null for -1. */
    @Nullable Instant instantOrNull(int place) {
        long millis = number(place);
        return millis < 0 ? null : Instant.ofEpochMilli(millis);
    }

    @Nullable Duration millisOrNull(int place) {
        String text = text(place);
        return text.isEmpty() ? null : Duration.ofMillis(Long.parseLong(text));
    }

    /** One row of rows. */
    Reply row(int place) {
        return of(row.get(place));
    }

    List<Reply> rows(int place) {
        List<Reply> rows = new ArrayList<>();
        for (Object one : (List<?>) row.get(place)) {
            rows.add(Reply.of(one));
        }
        return rows;
    }

    List<String> texts(int place) {
        List<String> texts = new ArrayList<>();
        for (Object one : (List<?>) row.get(place)) {
            texts.add(String.valueOf(one));
        }
        return texts;
    }

    /** The job of a row that {@code view} of the record prelude made. */
    Job job() {
        JobId id = new JobId(text(0));
        QueueName queue = new QueueName(text(4));
        Generation generation = new Generation(number(2));
        Job.Content content = new Job.Content(
                id,
                queue,
                marked(8),
                millisOrNull(10),
                textOrNull(9),
                retry(textOrNull(11)),
                millisOrNull(12),
                route(16));
        Reply fire = row(14);
        Fire lastFire = fire.size() == 0 ? null : fire.lastFire(id, queue, marked(8));
        List<TimelineEvent> kept = rows(15).stream().map(Reply::event).toList();
        Job.History history = new Job.History(
                (int) number(5),
                lastFire,
                textOrNull(13),
                Timeline.of(instant(6), instant(7), generation, kept, lastFire));
        return new Job(
                content,
                JobState.ofWord(text(1)).orElseThrow(),
                instant(3),
                instant(6),
                instant(7),
                generation,
                history);
    }

    /** A url and a traceparent, each empty where there is none. */
    Delivery.Route route(int place) {
        String url = textOrNull(place);
        String traceparent = textOrNull(place + 1);
        return url == null && traceparent == null ? Delivery.Route.PLAIN : new Delivery.Route(url, traceparent);
    }

    private Fire lastFire(JobId id, QueueName queue, @Nullable String name) {
        return new Fire(
                new Fire.Subject(id, queue, name, new Generation(number(5))),
                FirePath.ofWord(text(0)).orElseThrow(),
                SweepCause.ofWord(text(1)).orElse(null),
                instant(2),
                instant(3),
                (int) number(4),
                text(6),
                FireOutcome.ofWord(text(7)));
    }

    private TimelineEvent event() {
        return new TimelineEvent(
                text(0),
                instant(1),
                number(2),
                (int) number(3),
                FirePath.ofWord(text(4)).orElse(null),
                SweepCause.ofWord(text(5)).orElse(null),
                textOrNull(6),
                textOrNull(7));
    }

    /** Retry rules as one text: attempts, fixed or exponential, initial and longest wait in ms, share of jitter. */
    static String retry(RetryPolicy policy) {
        Backoff backoff = policy.backoff();
        return policy.maxAttempts()
                + ","
                + backoff.type().word()
                + ","
                + backoff.initial().toMillis()
                + ","
                + backoff.max().toMillis()
                + ","
                + backoff.jitter();
    }

    private static @Nullable RetryPolicy retry(@Nullable String rules) {
        if (rules == null) {
            return null;
        }
        String[] parts = rules.split(",", -1);
        return new RetryPolicy(
                Integer.parseInt(parts[0]),
                new Backoff(
                        Backoff.Type.valueOf(parts[1].toUpperCase(Locale.ROOT)),
                        Duration.ofMillis(Long.parseLong(parts[2])),
                        Duration.ofMillis(Long.parseLong(parts[3])),
                        Double.parseDouble(parts[4])));
    }
}
