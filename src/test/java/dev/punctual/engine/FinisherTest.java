package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.ClaimedJob;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.StoreUnavailableException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FinisherTest {

    private final ScriptedLeaseStore leases = new ScriptedLeaseStore();
    private final RecordingTelemetry telemetry = new RecordingTelemetry();
    private final UnderWay underWay = new UnderWay();
    private final Finisher finisher = new Finisher(leases, underWay, telemetry, due -> {});

    private LeaseEnd finish(String id) {
        ClaimedJob job = Leased.job(id, "mail");
        underWay.began(job);
        LeaseEnd end = new LeaseEnd(job.token(), new LeaseEnd.Delivered());
        finisher.finish(job, end);
        return end;
    }

    @Test
    void writesManyAtATimeAndInOrder() {
        List<LeaseEnd> ends =
                IntStream.range(0, 300).mapToObj(i -> finish("j" + i)).toList();

        finisher.runOnce();

        assertThat(leases.calls).containsExactly("end 256", "end 44");
        assertThat(leases.ends).isEqualTo(ends);
        assertThat(underWay.size()).isZero();
        assertThat(telemetry.deliveries).hasSize(300).containsOnly("default delivered");
    }

    @Test
    void keepsWhatCouldNotBeWritten() {
        LeaseEnd first = finish("a");
        leases.outcomes = end -> {
            throw new StoreUnavailableException("down", null);
        };
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(finisher::runOnce);
        assertThat(underWay.size()).isEqualTo(1);
        LeaseEnd second = finish("b");
        leases.outcomes = end -> LeaseEnd.Outcome.DELIVERED;

        finisher.runOnce();

        assertThat(leases.ends).containsExactly(first, second);
    }

    @Test
    void tellsWhoWaitsThatItCouldNotBeWritten() {
        leases.outcomes = end -> {
            throw new StoreUnavailableException("down", null);
        };
        CompletableFuture<LeaseEnd.Outcome> answer = finisher.finish(
                        new LeaseEnd(Leased.job("a", "mail").token(), new LeaseEnd.Delivered()))
                .toCompletableFuture();

        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(finisher::runOnce);

        assertThat(answer).isCompletedExceptionally();
        leases.outcomes = end -> LeaseEnd.Outcome.DELIVERED;
        finisher.runOnce();
        assertThat(leases.ends).isEmpty();
    }

    @Test
    void countsWhatWasRefused() {
        leases.outcomes = end -> LeaseEnd.Outcome.LOST;
        finish("a");

        finisher.runOnce();

        assertThat(telemetry.deliveries).containsExactly("default lost");
        assertThat(underWay.size()).isZero();
    }
}
