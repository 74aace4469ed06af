package dev.punctual.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.FirePath;
import dev.punctual.core.Observations.Lag;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LagRecorderTest {

    private final LagRecorder lags = new LagRecorder();

    @Test
    void isAllZeroWhereNothingFired() {
        assertThat(lags.lag(FirePath.FAST)).isEqualTo(new Lag(0, 0, 0, 0, 0, 0));
    }

    @Test
    void tellsPercentilesToTheMillisecond() {
        for (int lag = 1; lag <= 1000; lag++) {
            lags.record(FirePath.FAST, lag);
        }
        assertThat(lags.lag(FirePath.FAST)).isEqualTo(new Lag(1000, 500, 900, 990, 999, 1000));
    }

    @Test
    void keepsThePathsApart() {
        lags.record(FirePath.FAST, 2);
        lags.record(FirePath.SWEEP, 1500);
        assertThat(lags.lag(FirePath.FAST).max()).isEqualTo(2);
        assertThat(lags.lag(FirePath.SWEEP).max()).isEqualTo(1500);
    }

    @Test
    void goesOnCountingAfterItWasAsked() {
        lags.record(FirePath.FAST, 4);
        lags.lag(FirePath.FAST);
        lags.record(FirePath.FAST, 8);
        assertThat(lags.lag(FirePath.FAST)).isEqualTo(new Lag(2, 4, 8, 8, 8, 8));
    }

    @Test
    void takesLagsOutsideOfAllReason() {
        lags.record(FirePath.SWEEP, -5);
        lags.record(FirePath.SWEEP, Long.MAX_VALUE);
        Lag lag = lags.lag(FirePath.SWEEP);
        assertThat(lag.count()).isEqualTo(2);
        assertThat(lag.p50()).isZero();
        assertThat(lag.max()).isGreaterThan(3e11);
    }

    @Test
    void losesNothingWhileItIsAskedFromAnotherThread() {
        List<CompletableFuture<Void>> writers = IntStream.range(0, 4)
                .mapToObj(writer -> CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 5000; i++) {
                        lags.record(FirePath.FAST, i % 10);
                    }
                }))
                .toList();
        while (writers.stream().anyMatch(writer -> !writer.isDone())) {
            lags.lag(FirePath.FAST);
            Thread.onSpinWait();
        }
        writers.forEach(CompletableFuture::join);
        assertThat(lags.lag(FirePath.FAST).count()).isEqualTo(20_000);
    }
}
