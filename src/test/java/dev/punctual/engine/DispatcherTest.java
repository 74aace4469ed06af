package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.QueueName;
import dev.punctual.core.StoreUnavailableException;
import dev.punctual.core.Target;
import dev.punctual.core.Tracing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DispatcherTest {

    private static final QueueName MAIL = new QueueName("mail");

    private final ScriptedLeaseStore leases = new ScriptedLeaseStore();
    private final RecordingTelemetry telemetry = new RecordingTelemetry();
    private final UnderWay underWay = new UnderWay();
    private final Finisher finisher = new Finisher(leases, underWay, telemetry, due -> {});
    private final ManualDeliverer target = new ManualDeliverer(3);
    private final Dispatcher dispatcher = new Dispatcher(
            leases,
            Outlet.queues(
                    Outlet.queue("mail", new Target.Webhook(Duration.ofSeconds(30))),
                    Outlet.queue("elsewhere", new Target.Handler(Duration.ofSeconds(30)))),
            Duration.ofHours(1),
            telemetry);

    DispatcherTest() {
        dispatcher.add(MAIL, new DeliveryLane(target, underWay, finisher, Tracing.NONE));
    }

    @Test
    void claimsForThePlacesThatAreFreeAndGivesTheRestBack() {
        List<Map<QueueName, Integer>> asked = new ArrayList<>();

        dispatcher.claim(2, free -> {
            asked.add(free);
            return Leased.batch("mail", "a");
        });
        dispatcher.claim(10, free -> {
            asked.add(free);
            return ScriptedDueStore.NOTHING;
        });

        assertThat(asked).containsExactly(Map.of(MAIL, 2), Map.of(MAIL, 2));
        assertThat(target.underWay).containsOnlyKeys("a");
        assertThat(target.free()).isEqualTo(2);
        assertThat(underWay.size()).isEqualTo(1);
    }

    @Test
    void namesNoQueueThatIsFull() {
        dispatcher.claim(3, free -> Leased.batch("mail", "a", "b", "c"));

        dispatcher.claim(3, free -> {
            assertThat(free).isEmpty();
            return ScriptedDueStore.NOTHING;
        });
    }

    @Test
    void givesAllPlacesBackWhereTheAnswerOfAClaimIsLost() {
        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> dispatcher.claim(3, free -> {
                    throw new OutcomeUnknownException("late", null);
                }));

        assertThat(target.free()).isEqualTo(3);
        assertThat(underWay.size()).isZero();
    }

    @Test
    void claimsParkedJobsAsPlacesBecomeFree() throws Exception {
        dispatcher.claim(3, free -> Leased.batch("mail", "a", "b", "c"));
        dispatcher.claim(3, free -> Leased.parked("mail"));
        dispatcher.runOnce();
        assertThat(leases.calls).isEmpty();
        leases.claims = (queue, limit) -> new LeaseStore.ParkedBatch(Leased.batch("mail", "d"), false);

        target.end("b", new DeliveryOutcome.Delivered());
        dispatcher.runOnce();

        assertThat(leases.calls).containsExactly("claimParked mail 1");
        assertThat(target.underWay).containsOnlyKeys("a", "c", "d");
        assertThat(telemetry.fires).hasSize(1);
        target.end("a", new DeliveryOutcome.Delivered());
        dispatcher.runOnce();
        assertThat(leases.calls).hasSize(1);
    }

    @Test
    void claimsParkedJobsOfAListUntilNoneIsLeft() throws Exception {
        AtomicInteger left = new AtomicInteger(3);
        leases.claims =
                (queue, limit) -> new LeaseStore.ParkedBatch(ScriptedDueStore.NOTHING, left.decrementAndGet() > 0);

        dispatcher.parked(new QueueName("plain"));
        dispatcher.runOnce();

        assertThat(leases.calls)
                .containsExactly("claimParked plain 256", "claimParked plain 256", "claimParked plain 256");
    }

    @Test
    void looksForParkedJobsThatNobodyToldOf() throws Exception {
        leases.parked = List.of(new QueueName("plain"));

        dispatcher.runOnce();

        assertThat(leases.calls).containsExactly("claimParked plain 256");
    }

    @Test
    void leavesJobsToOthersWhereItHasNoHandlerForThem() throws Exception {
        dispatcher.parked(new QueueName("elsewhere"));

        dispatcher.runOnce();

        assertThat(leases.calls).isEmpty();
    }

    @Test
    void triesAgainAfterAFault() throws Exception {
        leases.claims = (queue, limit) -> {
            throw new StoreUnavailableException("down", null);
        };
        dispatcher.parked(MAIL);
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(dispatcher::runOnce);
        leases.claims = (queue, limit) -> new LeaseStore.ParkedBatch(Leased.batch("mail", "a"), false);

        dispatcher.runOnce();

        assertThat(target.underWay).containsOnlyKeys("a");
        assertThat(target.free()).isEqualTo(2);
    }

    @Test
    void claimsNothingForATargetWhoseEndsCannotBeWritten() {
        for (int i = 0; i < 4096; i++) {
            finisher.finish(
                    Leased.job("j" + i, "mail"),
                    new LeaseEnd(Leased.job("j" + i, "mail").token(), new LeaseEnd.Delivered()));
        }

        dispatcher.claim(3, free -> {
            assertThat(free).isEmpty();
            return ScriptedDueStore.NOTHING;
        });
    }
}
