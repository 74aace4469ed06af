package dev.punctual.redis;

import dev.punctual.core.ClaimBatch;
import dev.punctual.core.ClaimedFire;
import dev.punctual.core.ClaimedJob;
import dev.punctual.core.Delivery;
import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.QueueName;
import dev.punctual.core.SweepCause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what all claim scripts answer. */
final class ClaimReply {

    private static final int MICROS_PER_MILLI = 1000;

    /** How many values a fire has. */
    private static final int VALUES = 9;

    /** How many values a lease has. */
    private static final int LEASE_VALUES = 6;

    private ClaimReply() {}

    static ClaimBatch read(Reply reply, FirePath path, String instance) {
        List<ClaimedFire> fires = fires(reply, path, instance);
        return new ClaimBatch(
                fires,
                (int) reply.number(2),
                reply.texts(4),
                reply.texts(5),
                (int) reply.number(3),
                reply.instantOrNull(1),
                leases(reply, fires),
                reply.texts(8).stream().map(QueueName::new).toList());
    }

    private static List<ClaimedFire> fires(Reply reply, FirePath path, String instance) {
        Instant firedAt = Instant.ofEpochMilli(reply.number(0) / MICROS_PER_MILLI);
        Reply values = reply.row(6);
        Map<Integer, String> traces = traces(reply.row(9));
        List<ClaimedFire> fires = new ArrayList<>(values.size() / VALUES);
        for (int at = 0; at < values.size(); at += VALUES) {
            Fire fire = new Fire(
                    new Fire.Subject(
                            new JobId(values.text(at)),
                            new QueueName(values.text(at + 2)),
                            values.marked(at + 3),
                            new Generation(values.number(at + 1)),
                            traces.get(at / VALUES + 1)),
                    path,
                    SweepCause.ofWord(values.text(at + 4)).orElse(null),
                    values.instant(at + 5),
                    firedAt,
                    (int) values.number(at + 6),
                    instance,
                    FireOutcome.ofWord(values.text(at + 7)));
            fires.add(new ClaimedFire(fire, values.text(at + 8)));
        }
        return fires;
    }

    private static Map<Integer, String> traces(Reply values) {
        Map<Integer, String> traces = new HashMap<>();
        for (int at = 0; at < values.size(); at += 2) {
            traces.put((int) values.number(at), values.text(at + 1));
        }
        return traces;
    }

    private static List<ClaimedJob> leases(Reply reply, List<ClaimedFire> fires) {
        Reply values = reply.row(7);
        List<ClaimedJob> leased = new ArrayList<>(values.size() / LEASE_VALUES);
        for (int at = 0; at < values.size(); at += LEASE_VALUES) {
            ClaimedFire claimed = fires.get((int) values.number(at) - 1);
            Fire fire = claimed.fire();
            Fire.Subject job = fire.job();
            Delivery delivery = new Delivery(
                    new Delivery.Message(job.id(), job.generation(), values.instant(at + 1)),
                    fire.attempt(),
                    fire.firedAt(),
                    values.text(at + 5),
                    values.route(at + 3));
            leased.add(new ClaimedJob(
                    claimed,
                    new LeaseToken(job.id(), job.generation(), fire.attempt(), reply.number(0)),
                    delivery,
                    Duration.ofMillis(values.number(at + 2)),
                    System.nanoTime()));
        }
        return leased;
    }
}
