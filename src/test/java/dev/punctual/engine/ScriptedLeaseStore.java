package dev.punctual.engine;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.QueueName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers as a test has set it, with nothing where it has not, and keeps what it was asked. */
final class ScriptedLeaseStore implements LeaseStore {

    final List<String> calls = new CopyOnWriteArrayList<>();
    final List<LeaseEnd> ends = new CopyOnWriteArrayList<>();
    final List<Extension> extensions = new CopyOnWriteArrayList<>();

    volatile List<QueueName> parked = List.of();
    volatile BiFunction<QueueName, Integer, ParkedBatch> claims =
            (queue, limit) -> new ParkedBatch(ScriptedDueStore.NOTHING, false);
    volatile Function<LeaseEnd, LeaseEnd.Outcome> outcomes = end -> LeaseEnd.Outcome.DELIVERED;
    volatile Function<Extension, @Nullable Instant> ending = extension -> ScriptedDueStore.NOW.plusSeconds(30);
    volatile Lapsed lapsed = new Lapsed(List.of(), List.of(), List.of(), null);

    static ParkedBatch batch(ClaimBatch claim, boolean more) {
        return new ParkedBatch(claim, more);
    }

    @Override
    public ParkedBatch claimParked(QueueName queue, int limit) {
        calls.add("claimParked " + queue + " " + limit);
        return claims.apply(queue, limit);
    }

    @Override
    public List<QueueName> queuesWithParked() {
        return parked;
    }

    @Override
    public Ended end(List<LeaseEnd> batch) {
        calls.add("end " + batch.size());
        List<Outcome> answers = new ArrayList<>();
        for (LeaseEnd end : batch) {
            answers.add(new Outcome(outcomes.apply(end), QueueName.DEFAULT));
        }
        ends.addAll(batch);
        return new Ended(answers, null);
    }

    @Override
    public List<@Nullable Instant> extend(List<Extension> batch) {
        calls.add("extend " + batch.size());
        extensions.addAll(batch);
        List<@Nullable Instant> answers = new ArrayList<>();
        batch.forEach(extension -> answers.add(ending.apply(extension)));
        return Collections.unmodifiableList(answers);
    }

    @Override
    public Lapsed lapse(int limit) {
        calls.add("lapse");
        return lapsed;
    }
}
