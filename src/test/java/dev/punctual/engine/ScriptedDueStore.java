package dev.punctual.engine;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.DueKey;
import dev.punctual.core.DueStore;
import dev.punctual.core.NudgeBatch;
import dev.punctual.core.QueueName;
import dev.punctual.core.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Answers as a test has written down, with nothing where it has not, and keeps what it was asked. */
final class ScriptedDueStore implements DueStore {

    static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    static final ClaimBatch NOTHING = new ClaimBatch(List.of(), 0, List.of(), List.of(), 0, null);

    volatile Instant now = NOW;
    volatile List<String> listeners = List.of();
    final List<String> calls = new CopyOnWriteArrayList<>();
    final List<Instant> catchUps = new CopyOnWriteArrayList<>();
    final List<List<DueKey>> hints = new CopyOnWriteArrayList<>();
    final List<Settlement> settled = new CopyOnWriteArrayList<>();

    private final Deque<Supplier<NudgeBatch>> nudges = new ArrayDeque<>();
    private final Deque<Supplier<ClaimBatch>> notified = new ArrayDeque<>();
    private final Deque<Supplier<ClaimBatch>> overdue = new ArrayDeque<>();
    private final Deque<Runnable> settles = new ArrayDeque<>();
    private final Deque<Integer> trims = new ArrayDeque<>();
    private final Deque<Mended> mends = new ArrayDeque<>();

    synchronized void nudges(Supplier<NudgeBatch> answer) {
        nudges.add(answer);
    }

    synchronized void claimsNotified(Supplier<ClaimBatch> answer) {
        notified.add(answer);
    }

    synchronized void claimsOverdue(Supplier<ClaimBatch> answer) {
        overdue.add(answer);
    }

    synchronized void settles(Runnable before) {
        settles.add(before);
    }

    synchronized void trims(int count) {
        trims.add(count);
    }

    synchronized void mends(Mended answer) {
        mends.add(answer);
    }

    long count(String call) {
        return calls.stream().filter(call::equals).count();
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public NudgeBatch nudge(int limit) {
        calls.add("nudge " + limit);
        return next(nudges, new NudgeBatch(0, 0, null));
    }

    @Override
    public ClaimBatch claimNotified(List<DueKey> taken, Instant leaveBefore, Map<QueueName, Integer> free) {
        calls.add("claimNotified");
        hints.add(List.copyOf(taken));
        catchUps.add(leaveBefore);
        return next(notified, NOTHING);
    }

    @Override
    public ClaimBatch claimOverdue(int limit, Duration grace, Instant catchUpBefore, Map<QueueName, Integer> free) {
        calls.add("claimOverdue");
        catchUps.add(catchUpBefore);
        return next(overdue, NOTHING);
    }

    private <T> T next(Deque<Supplier<T>> script, T otherwise) {
        Supplier<T> answer;
        synchronized (this) {
            answer = script.poll();
        }
        return answer == null ? otherwise : answer.get();
    }

    @Override
    public void settle(List<Settlement> settlements) {
        calls.add("settle");
        Runnable before;
        synchronized (this) {
            before = settles.poll();
        }
        if (before != null) {
            before.run();
        }
        settled.addAll(settlements);
    }

    @Override
    public synchronized int trimFinished(int limit) {
        calls.add("trim " + limit);
        Integer count = trims.poll();
        return count == null ? 0 : count;
    }

    @Override
    public synchronized int trimDead(int limit) {
        calls.add("trim dead " + limit);
        return 0;
    }

    @Override
    public synchronized Mended mend(String cursor, int look) {
        calls.add("mend " + cursor);
        Mended answer = mends.poll();
        return answer == null ? new Mended("0", List.of()) : answer;
    }

    @Override
    public List<String> beat(boolean listening) {
        calls.add(listening ? "beat" : "beat deaf");
        return listeners;
    }
}
