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

    /** How many values a fire has. */
    private static final int VALUES = 9;

    private ClaimReply() {}

    static ClaimBatch read(Reply reply, FirePath path, String instance) {
        Instant firedAt = Instant.ofEpochMilli(reply.number(0) / MICROS_PER_MILLI);
        List<ClaimedFire> fires = new ArrayList<>();
        Reply values = reply.row(6);
        for (int at = 0; at < values.size(); at += VALUES) {
            Fire fire = new Fire(
                    new Fire.Subject(
                            new JobId(values.text(at)),
                            new QueueName(values.text(at + 2)),
                            values.marked(at + 3),
                            new Generation(values.number(at + 1))),
                    path,
                    SweepCause.ofWord(values.text(at + 4)).orElse(null),
                    values.instant(at + 5),
                    firedAt,
                    (int) values.number(at + 6),
                    instance,
                    FireOutcome.ofWord(values.text(at + 7)));
            fires.add(new ClaimedFire(fire, values.text(at + 8)));
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
