package dev.punctual.redis;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.QueueName;
import dev.punctual.core.SweepCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads what both claim scripts answer. */
final class ClaimReply {

    private static final int MICROS_PER_MILLI = 1000;

    private ClaimReply() {}

    static ClaimBatch read(Reply reply, FirePath path, String instance) {
        Instant firedAt = Instant.ofEpochMilli(reply.number(0) / MICROS_PER_MILLI);
        List<ClaimedFire> fires = new ArrayList<>();
        for (Reply row : reply.rows(6)) {
            Fire fire = new Fire(
                    new Fire.Subject(
                            new JobId(row.text(0)),
                            new QueueName(row.text(2)),
                            row.marked(3),
                            new Generation(row.number(1))),
                    path,
                    SweepCause.ofWord(row.text(4)).orElse(null),
                    row.instant(5),
                    firedAt,
                    (int) row.number(6),
                    instance,
                    FireOutcome.ofWord(row.text(7)));
            fires.add(new ClaimedFire(fire, row.text(8)));
        }
        return new ClaimBatch(
                fires,
                (int) reply.number(2),
                reply.texts(4),
                reply.texts(5),
                (int) reply.number(3),
                reply.instantOrNull(1));
    }
}
