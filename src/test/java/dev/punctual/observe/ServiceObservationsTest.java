package dev.punctual.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.FirePath;
import dev.punctual.core.Observations;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.junit.jupiter.api.Test;

class ServiceObservationsTest {

    private final LagRecorder lags = new LagRecorder();
    private final Metrics metrics = new Metrics(new PrometheusRegistry(), Readings.queues(), lags, () -> 0);
    private final Observations observations =
            new ServiceObservations(lags, metrics, true, () -> Readings.SILENT, () -> Readings.redis("AOF is off"));

    @Test
    void showsTheLagsOfTheFiresThatWereTold() {
        metrics.fired(Readings.fast("orders", 3));
        assertThat(observations.lag(FirePath.FAST)).isEqualTo(new Observations.Lag(1, 3, 3, 3, 3, 3));
        assertThat(observations.lag(FirePath.SWEEP).count()).isZero();
    }

    @Test
    void countsOurOwnNotificationsWhateverBecameOfThem() {
        metrics.notification("accepted");
        metrics.notification("dropped");
        metrics.notification("late");
        metrics.notification("probe");
        metrics.notification("foreign");
        assertThat(observations.notifications()).isEqualTo(new Observations.Notifications(Readings.SILENT, 3, 1));
    }

    @Test
    void tellsHowLongAgoTheLastGoodSweepEnded() {
        assertThat(observations.sweepAge()).isEqualTo(metrics.sweepAge());
    }

    @Test
    void showsNudgesAndRedis() {
        metrics.nudged(40);
        assertThat(observations.nudges()).isEqualTo(new Observations.Nudges(true, 40));
        assertThat(observations.redis()).isEqualTo(Readings.redis("AOF is off"));
    }
}
