package dev.punctual.redis;

import dev.punctual.core.Backoff;
import dev.punctual.core.Due;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.QueueName;
import dev.punctual.core.RetryPolicy;
import java.time.Duration;
import java.time.Instant;

/** Drafts of jobs, short to write. */
final class Drafts {

    static final Duration LONG = Duration.ofHours(1);

    private Drafts() {}

    /** Due in an hour. */
    static JobDraft draft(String id) {
        return in(id, LONG);
    }

    static JobDraft in(String id, Duration delay) {
        return due(id, new Due.After(delay));
    }

    static JobDraft at(String id, long dueAtMillis) {
        return due(id, new Due.At(Instant.ofEpochMilli(dueAtMillis)));
    }

    /** Due from the moment of its storing. */
    static JobDraft now(String id) {
        return in(id, Duration.ZERO);
    }

    private static JobDraft due(String id, Due due) {
        return new JobDraft(new JobId(id), QueueName.DEFAULT, null, due, null, null, null);
    }

    static JobDraft queued(JobDraft draft, String queue) {
        return new JobDraft(
                draft.id(),
                new QueueName(queue),
                draft.name(),
                draft.due(),
                draft.payload(),
                draft.retry(),
                draft.deadline());
    }

    static JobDraft named(JobDraft draft, String name) {
        return new JobDraft(
                draft.id(), draft.queue(), name, draft.due(), draft.payload(), draft.retry(), draft.deadline());
    }

    static JobDraft with(JobDraft draft, String payload) {
        return new JobDraft(
                draft.id(), draft.queue(), draft.name(), draft.due(), payload, draft.retry(), draft.deadline());
    }

    static JobDraft retrying(JobDraft draft, RetryPolicy retry) {
        return new JobDraft(
                draft.id(), draft.queue(), draft.name(), draft.due(), draft.payload(), retry, draft.deadline());
    }

    static JobDraft within(JobDraft draft, Duration deadline) {
        return new JobDraft(
                draft.id(), draft.queue(), draft.name(), draft.due(), draft.payload(), draft.retry(), deadline);
    }

    static RetryPolicy exponential(int attempts, Duration initial, Duration max, double jitter) {
        return new RetryPolicy(attempts, new Backoff(Backoff.Type.EXPONENTIAL, initial, max, jitter));
    }

    static RetryPolicy fixed(int attempts, Duration wait) {
        return new RetryPolicy(attempts, new Backoff(Backoff.Type.FIXED, wait, wait, 0));
    }
}
