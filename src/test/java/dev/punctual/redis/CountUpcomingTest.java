package dev.punctual.redis;

import static dev.punctual.redis.Drafts.draft;
import static dev.punctual.redis.Drafts.in;
import static dev.punctual.redis.Drafts.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.Upcoming;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class CountUpcomingTest {

    private final Namespace ns = new Namespace();
    private final CountUpcoming upcoming = new CountUpcoming(ns.runner, ns.keys);

    @Test
    void isAllZeroInAnEmptyNamespace() {
        long before = ns.nowMillis();
        Upcoming empty = upcoming.upcoming();

        assertThat(empty.now().toEpochMilli()).isBetween(before, ns.nowMillis());
        assertThat(empty.minute()).hasSize(60).containsOnly(0L);
        assertThat(empty.hour()).hasSize(60).containsOnly(0L);
        assertThat(empty.day()).hasSize(24).containsOnly(0L);
        assertThat(empty.overdue()).isZero();
        assertThat(empty.later()).isZero();
    }

    @Test
    void countsEachJobInTheSecondMinuteAndHourInWhichItIsDue() {
        ns.schedule(List.of(
                now("overdue"),
                in("second", Duration.ofMillis(10_500)),
                in("minute", Duration.ofSeconds(5 * 60 + 30)),
                in("hour", Duration.ofMinutes(3 * 60 + 30)),
                draft("edge"),
                in("later", Duration.ofHours(25))));
        ns.awaitDue(ns.job("overdue").dueAt().plusMillis(1));

        Upcoming found = upcoming.upcoming();

        assertThat(found.overdue()).isEqualTo(1);
        assertThat(found.minute().subList(9, 11)).containsExactlyInAnyOrder(0L, 1L);
        assertThat(sum(found.minute())).isEqualTo(1);
        assertThat(found.hour().get(0)).isEqualTo(1);
        assertThat(found.hour().get(5)).isEqualTo(1);
        assertThat(found.hour().get(59)).isEqualTo(1);
        assertThat(found.day().get(0)).isEqualTo(3);
        assertThat(found.day().get(3)).isEqualTo(1);
        assertThat(sum(found.day()) + found.overdue() + found.later()).isEqualTo(6);
        assertThat(found.later()).isEqualTo(1);
    }

    @Test
    void countsAJobAtTheEdgeOnce() {
        for (int i = 0; i < 200; i++) {
            ns.schedule(in("edge" + i, Duration.ofMillis(1000L + i)));
        }
        Upcoming found = upcoming.upcoming();

        assertThat(found.overdue() + sum(found.minute())).isEqualTo(200);
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}
