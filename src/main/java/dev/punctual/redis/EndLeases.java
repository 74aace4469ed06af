package dev.punctual.redis;

import dev.punctual.core.Due;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.QueueName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Ends leases: {@code end_leases.lua}. */
final class EndLeases {

    static final Script SCRIPT = Script.load("end_leases", 3);

    private final ScriptRunner runner;
    private final List<String> keys;
    private final Claimer claimer;

    EndLeases(ScriptRunner runner, RedisKeys keys, Claimer claimer) {
        this.runner = runner;
        this.keys = List.of(keys.schedule(), keys.fires(), keys.running());
        this.claimer = claimer;
    }

    LeaseStore.Ended call(List<LeaseEnd> ends) {
        List<String> args = claimer.rules();
        for (LeaseEnd end : ends) {
            addToken(args, end.token());
            addHow(args, end.how());
        }
        Reply reply = new Reply(runner.await(runner.rows(SCRIPT, keys, args)));
        Reply values = reply.row(2);
        List<LeaseStore.Outcome> outcomes = new ArrayList<>(ends.size());
        for (int at = 0; at < values.size(); at += 2) {
            String queue = values.text(at + 1);
            outcomes.add(new LeaseStore.Outcome(
                    LeaseEnd.Outcome.valueOf(values.text(at).toUpperCase(Locale.ROOT)),
                    queue.isEmpty() ? null : new QueueName(queue)));
        }
        return new LeaseStore.Ended(outcomes, reply.instantOrNull(1));
    }

    static void addToken(List<String> args, LeaseToken token) {
        args.add(token.id().value());
        args.add(token.generation().toString());
        args.add(Integer.toString(token.attempt()));
        args.add(Long.toString(token.claimedAtMicros()));
    }

    private static void addHow(List<String> args, LeaseEnd.How how) {
        if (how instanceof LeaseEnd.Retry retry) {
            args.addAll(List.of("retry", millis(retry.delay()), retry.reason()));
        } else if (how instanceof LeaseEnd.RetryAfter retry) {
            args.addAll(List.of("retry_after", millis(retry.delay()), retry.reason()));
        } else if (how instanceof LeaseEnd.Dead dead) {
            args.addAll(List.of("dead", "", dead.reason()));
        } else {
            args.addAll(List.of(how instanceof LeaseEnd.Released ? "released" : "delivered", "", ""));
        }
    }

    /** Never longer than the longest delay of a job, and never negative. */
    private static String millis(@Nullable Duration delay) {
        if (delay == null) {
            return "";
        }
        Duration most = delay.compareTo(Due.MAX_DELAY) > 0 ? Due.MAX_DELAY : delay;
        return Long.toString(Math.max(0, most.toMillis()));
    }
}
