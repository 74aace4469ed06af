package dev.punctual.resources;

import dev.punctual.core.LeaseToken;
import dev.punctual.core.PullLeases;
import dev.punctual.core.QueueName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Jobs that a test offers, for whoever polls first. Thread-safe. */
final class OfferedLeases implements PullLeases {

    static final Instant ENDS_AT = Instant.parse("2030-01-01T00:01:00Z");

    private final Deque<PulledJob> offered = new ArrayDeque<>();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Set<LeaseToken> held = ConcurrentHashMap.newKeySet();

    /** What was said of leases, in order. */
    final List<String> said = new CopyOnWriteArrayList<>();

    private static final class Waiting implements Poll {
        private final CompletableFuture<List<PulledJob>> jobs = new CompletableFuture<>();
        private final OfferedLeases leases;

        Waiting(OfferedLeases leases) {
            this.leases = leases;
        }

        @Override
        public CompletionStage<List<PulledJob>> jobs() {
            return jobs;
        }

        @Override
        public void abandon() {
            leases.abandon(this);
        }
    }

    synchronized int waiting() {
        waiting.removeIf(one -> one.jobs.isDone());
        return waiting.size();
    }

    synchronized void offer(LeaseToken token, String body) {
        held.add(token);
        PulledJob job = new PulledJob(token, body, ENDS_AT);
        while (!waiting.isEmpty()) {
            if (waiting.remove().jobs.complete(List.of(job))) {
                return;
            }
        }
        offered.add(job);
    }

    @Override
    public synchronized Poll poll(QueueName queue, int max, Duration wait, @Nullable Duration lease) {
        said.add("poll " + queue + " " + max + " " + wait + " " + lease);
        Waiting poll = new Waiting(this);
        List<PulledJob> jobs = new ArrayList<>();
        while (jobs.size() < max && !offered.isEmpty()) {
            jobs.add(offered.remove());
        }
        if (jobs.isEmpty() && !wait.isZero()) {
            poll.jobs.completeOnTimeout(List.of(), wait.toMillis(), TimeUnit.MILLISECONDS);
            waiting.add(poll);
        } else {
            poll.jobs.complete(jobs);
        }
        return poll;
    }

    private synchronized void abandon(Waiting poll) {
        if (poll.jobs.complete(List.of())) {
            said.add("abandoned");
            return;
        }
        for (PulledJob job : poll.jobs.join()) {
            said.add("released " + job.token().id());
        }
    }

    @Override
    public boolean ack(LeaseToken token) {
        said.add("ack");
        return held.remove(token);
    }

    @Override
    public List<Boolean> ack(List<LeaseToken> tokens) {
        return tokens.stream().map(this::ack).toList();
    }

    @Override
    public boolean nack(LeaseToken token, String reason, @Nullable Duration delay) {
        said.add("nack " + delay + " " + reason);
        return held.remove(token);
    }

    @Override
    public @Nullable Instant extend(LeaseToken token, @Nullable Duration lease) {
        said.add("extend " + lease);
        return held.contains(token) ? ENDS_AT.plus(lease == null ? Duration.ZERO : lease) : null;
    }
}
