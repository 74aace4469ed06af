package dev.punctual.engine;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.DueKey;
import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.QueueName;
import dev.punctual.core.SweepCause;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Fires and claims, short to write. */
final class Fires {

    private Fires() {}

    static DueKey key(String id) {
        return new DueKey(new JobId(id), new Generation(1));
    }

    static List<DueKey> keys(int count) {
        return IntStream.range(0, count).mapToObj(i -> key("k" + i)).toList();
    }

    static ClaimedFire fast(String id) {
        return fire(id, FirePath.FAST, null);
    }

    static ClaimedFire swept(String id, SweepCause cause) {
        return fire(id, FirePath.SWEEP, cause);
    }

    private static ClaimedFire fire(String id, FirePath path, @Nullable SweepCause cause) {
        Fire fire = new Fire(
                new Fire.Subject(new JobId(id), QueueName.DEFAULT, null, new Generation(1)),
                path,
                cause,
                ScriptedDueStore.NOW,
                ScriptedDueStore.NOW.plusMillis(3),
                1,
                "test-1",
                FireOutcome.DELIVERED);
        return new ClaimedFire(fire, "1-1");
    }

    static ClaimBatch batch(int left, @Nullable Instant nextDue, ClaimedFire... fires) {
        return new ClaimBatch(List.of(fires), 0, List.of(), List.of(), left, nextDue);
    }
}
