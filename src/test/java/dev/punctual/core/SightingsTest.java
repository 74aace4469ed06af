package dev.punctual.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SightingsTest {

    private static final Instant DUE = Instant.parse("2026-12-01T12:00:00Z");

    private static TimelineEvent plain(String event, Instant at) {
        return new TimelineEvent(event, at, 1, 0, null, null, null, null);
    }

    private static TimelineEvent delivered(FirePath path, Instant at) {
        return new TimelineEvent("delivered", at, 1, 1, path, null, "one", null);
    }

    private static Job job(TimelineEvent... timeline) {
        return new Job(
                new Job.Content(new JobId("a"), QueueName.DEFAULT, null, null, null, null, null),
                JobState.DELIVERED,
                DUE,
                DUE.minusSeconds(1),
                DUE,
                new Generation(1),
                new Job.History(1, null, null, List.of(timeline)));
    }

    private static List<String> told(Job job, TimelineEvent... seen) {
        Sightings sightings = key -> key.equals(new DueKey(job.id(), job.generation())) ? List.of(seen) : List.of();
        return sightings.onto(job).history().timeline().stream()
                .map(TimelineEvent::event)
                .toList();
    }

    @Test
    void putsWhatLedToAFireBeforeIt() {
        Job job = job(
                plain("scheduled", DUE.minusSeconds(1)),
                plain("due", DUE),
                delivered(FirePath.FAST, DUE.plusMillis(1)));

        assertThat(told(job, plain("nudged", DUE.plusNanos(200_000)), plain("notified", DUE.plusNanos(1_400_000))))
                .containsExactly("scheduled", "due", "nudged", "notified", "delivered");
    }

    @Test
    void putsANotificationThatCameTooLateBehindTheSweep() {
        Job job = job(plain("scheduled", DUE), plain("due", DUE), delivered(FirePath.SWEEP, DUE.plusMillis(101)));

        assertThat(told(job, plain("notified", DUE.plusMillis(102))))
                .containsExactly("scheduled", "due", "delivered", "notified");
    }

    @Test
    void changesNothingWhereNothingWasSeen() {
        Job job = job(plain("scheduled", DUE));

        assertThat(Sightings.NONE.onto(job)).isSameAs(job);
    }
}
