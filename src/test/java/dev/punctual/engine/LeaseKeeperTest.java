package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Fire;
import dev.punctual.core.FireOutcome;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.QueueName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseKeeperTest {

    private final ScriptedLeaseStore leases = new ScriptedLeaseStore();
    private final ScriptedDueStore clock = new ScriptedDueStore();
    private final RecordingTelemetry telemetry = new RecordingTelemetry();
    private final UnderWay underWay = new UnderWay();
    private final List<QueueName> parked = new ArrayList<>();
    private final LeaseKeeper keeper = new LeaseKeeper(
            leases,
            clock,
            underWay,
            new LeaseKeeper.Pace(Duration.ofSeconds(5), Duration.ofSeconds(5)),
            parked::add,
            telemetry);

    @Test
    void renewsALeaseAfterAThirdOfItAndNotBefore() {
        underWay.began(Leased.job("long", "mail", Duration.ofHours(1)));
        underWay.began(Leased.job("short", "mail", Duration.ofNanos(3)));

        keeper.runOnce();

        assertThat(leases.extensions)
                .extracting(extension -> extension.token().id().value())
                .isNotEmpty()
                .containsOnly("short");
    }

    @Test
    void forgetsALeaseThatIsLost() {
        underWay.began(Leased.job("a", "mail", Duration.ofNanos(3)));
        leases.ending = extension -> null;

        keeper.runOnce();

        assertThat(underWay.size()).isZero();
    }

    @Test
    void restsUntilALeaseEndsThatItWasToldOf() {
        keeper.runOnce();
        keeper.endsAt(ScriptedDueStore.NOW.plusMillis(900));
        keeper.endsAt(ScriptedDueStore.NOW.plusMillis(500));
        keeper.endsAt(ScriptedDueStore.NOW.plusSeconds(4));

        assertThat(keeper.runOnce())
                .isBetween(
                        Duration.ofMillis(400).toNanos(), Duration.ofMillis(501).toNanos());
        keeper.endsAt(ScriptedDueStore.NOW.minusMillis(1));
        keeper.runOnce();
        assertThat(leases.calls).containsExactly("lapse", "lapse");
    }

    @Test
    void restsUntilTheNextLeaseLapses() {
        leases.lapsed = new LeaseStore.Lapsed(List.of(), List.of(), List.of(), ScriptedDueStore.NOW.plusMillis(700));

        assertThat(keeper.runOnce())
                .isBetween(
                        Duration.ofMillis(600).toNanos(), Duration.ofMillis(701).toNanos());
        assertThat(leases.calls).containsExactly("lapse");
        keeper.runOnce();
        assertThat(leases.calls).containsExactly("lapse");
        clock.now = ScriptedDueStore.NOW.plusMillis(702);
        keeper.runOnce();
        assertThat(leases.calls).containsExactly("lapse", "lapse");
    }

    @Test
    void letsWhatLapsedBeClaimedAgainAndCountsIt() {
        leases.lapsed = new LeaseStore.Lapsed(List.of(lapsed()), List.of(), List.of(), null);

        keeper.runOnce();

        assertThat(parked).containsExactly(new QueueName("mail"));
        assertThat(telemetry.deliveries).containsExactly("mail lapsed");
    }

    private static Fire lapsed() {
        Fire fire = Leased.job("a", "mail").fire().fire();
        return new Fire(
                fire.job(), fire.path(), fire.cause(), fire.dueAt(), fire.firedAt(), 1, "other", FireOutcome.LAPSED);
    }
}
