package dev.punctual.redis;

import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.FirePath;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.QueueName;
import dev.punctual.core.SweepCause;
import java.util.ArrayList;
import java.util.List;

/** Takes jobs from owners whose lease has lapsed: {@code lapse_leases.lua}. */
final class LapseLeases {

    static final Script SCRIPT = Script.load("lapse_leases", 3);

    private static final int VALUES = 10;

    private final ScriptRunner runner;
    private final List<String> keys;
    private final Claimer claimer;

    LapseLeases(ScriptRunner runner, RedisKeys keys, Claimer claimer) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.fires(), keys.running());
        this.claimer = claimer;
    }

    LeaseStore.Lapsed call(int limit) {
        List<String> args = claimer.rules();
        args.add(Integer.toString(limit));
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, args)));
        Reply values = reply.row(4);
        List<Fire> fires = new ArrayList<>();
        for (int at = 0; at < values.size(); at += VALUES) {
            fires.add(new Fire(
                    new Fire.Subject(
                            new JobId(values.text(at)),
                            new QueueName(values.text(at + 2)),
                            values.marked(at + 3),
                            new Generation(values.number(at + 1))),
                    FirePath.ofWord(values.text(at + 4)).orElseThrow(),
                    SweepCause.ofWord(values.text(at + 5)).orElse(null),
                    values.instant(at + 6),
                    values.instant(at + 7),
                    (int) values.number(at + 8),
                    values.text(at + 9),
                    FireOutcome.LAPSED));
        }
        return new LeaseStore.Lapsed(fires, reply.texts(2), reply.texts(3), reply.instantOrNull(1));
    }
}
