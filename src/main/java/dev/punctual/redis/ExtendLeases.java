package dev.punctual.redis;

import dev.punctual.core.LeaseStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets leases end later: {@code extend_leases.lua}. */
final class ExtendLeases {

    static final Script SCRIPT = Script.load("extend_leases", 2);

    private static final long LOST = -1;

    private final ScriptRunner runner;
    private final List<String> keys;

    ExtendLeases(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.running());
    }

    List<@Nullable Instant> call(List<LeaseStore.Extension> extensions) {
        List<String> args = new ArrayList<>(5 * extensions.size());
        for (LeaseStore.Extension extension : extensions) {
            EndLeases.addToken(args, extension.token());
            args.add(
                    extension.lease() == null
                            ? ""
                            : Long.toString(extension.lease().toMillis()));
        }
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, args)));
        List<@Nullable Instant> ends = new ArrayList<>(extensions.size());
        for (int i = 0; i < reply.size(); i++) {
            ends.add(reply.number(i) == LOST ? null : reply.instant(i));
        }
        return ends;
    }
}
