package dev.punctual.redis;

import dev.punctual.core.Fire;
import dev.punctual.core.Settlement;
import java.util.ArrayList;
import java.util.List;

/** Writes the final causes of sweeps: {@code settle_causes.lua}. */
final class SettleCauses {

    static final Script SCRIPT = Script.load("settle_causes", 3);

    private final ScriptRunner runner;
    private final List<String> keys;
    private final int keep;

    SettleCauses(ScriptRunner runner, RedisKeys keys, int keep) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.causes(), keys.counters());
        this.keep = keep;
    }

    void call(List<Settlement> settlements) {
        List<String> args = new ArrayList<>(1 + 5 * settlements.size());
        args.add(Integer.toString(keep));
        for (Settlement settlement : settlements) {
            Fire fire = settlement.fire().fire();
            args.add(settlement.fire().recordId());
            args.add(fire.job().id().value());
            args.add(fire.job().generation().toString());
            args.add(Integer.toString(fire.attempt()));
            args.add(settlement.cause().word());
        }
        runner.await(runner.number(SCRIPT, keys, args));
    }
}
