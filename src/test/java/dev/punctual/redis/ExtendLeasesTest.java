package dev.punctual.redis;

import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.LeaseStore;
import dev.punctual.core.LeaseToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class ExtendLeasesTest {

    private final Namespace ns = new Namespace(Outlets.leased("work"));
    private final ExtendLeases extend = new ExtendLeases(ns.runner, ns.keys);

    @Test
    void letsALeaseEndLaterAndAFormerOneNot() {
        ns.schedule(queued(now("a"), "work"));
        ns.free = Outlets.places("work", 1);
        LeaseToken token = ns.lease("a", 1).token();
        LeaseToken former =
                new LeaseToken(token.id(), token.generation(), token.attempt(), token.claimedAtMicros() - 1);

        var ends = extend.call(List.of(
                new LeaseStore.Extension(token, Duration.ofMinutes(5)),
                new LeaseStore.Extension(former, Duration.ofMinutes(9))));

        assertThat(ends.get(1)).isNull();
        Instant end = Objects.requireNonNull(ends.get(0));
        assertThat(Duration.between(Instant.ofEpochMilli(ns.nowMillis()), end))
                .isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
        assertThat(ns.redis.cli("ZSCORE", ns.keys.running(), "a")).isEqualTo(Long.toString(end.toEpochMilli()));
    }

    @Test
    void extendsByWhatItWasClaimedForWhereNothingElseIsSaid() {
        ns.schedule(queued(now("a"), "work"));
        ns.free = Outlets.places("work", 1);
        LeaseToken token = ns.lease("a", 1).token();
        ns.letLapse("a");

        Instant end = Objects.requireNonNull(
                extend.call(List.of(new LeaseStore.Extension(token, null))).get(0));

        assertThat(Duration.between(Instant.ofEpochMilli(ns.nowMillis()), end))
                .isBetween(Outlets.LEASE.minusSeconds(10), Outlets.LEASE);
        assertThat(ns.lapse().fires()).isEmpty();
    }
}
