package dev.punctual.engine;

import static dev.punctual.engine.Fires.key;
import static dev.punctual.engine.Fires.keys;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.DueKey;
import dev.punctual.core.Generation;
import dev.punctual.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HintQueueTest {

    private static final long LONG = Duration.ofSeconds(30).toNanos();

    private final HintQueue queue = new HintQueue(5);

    @Test
    void givesHintsInTheOrderInWhichTheyCame() throws Exception {
        List.of("c", "a", "b").forEach(id -> queue.offer(key(id)));

        assertThat(queue.take(2, 0)).containsExactly(key("c"), key("a"));
        assertThat(queue.take(2, 0)).containsExactly(key("b"));
        assertThat(queue.take(2, 0)).isEmpty();
    }

    @Test
    void keepsEachHintOnceAndTellsGenerationsApart() throws Exception {
        DueKey later = new DueKey(key("a").id(), new Generation(2));
        assertThat(queue.offer(key("a"))).isTrue();
        assertThat(queue.offer(key("a"))).isTrue();
        assertThat(queue.offer(later)).isTrue();

        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.take(9, 0)).containsExactly(key("a"), later);
        assertThat(queue.offer(key("a"))).isTrue();
        assertThat(queue.take(9, 0)).containsExactly(key("a"));
    }

    @Test
    void dropsWhatDoesNotFitAndKeepsWhatWaits() throws Exception {
        keys(5).forEach(hint -> assertThat(queue.offer(hint)).isTrue());

        assertThat(queue.room()).isZero();
        assertThat(queue.offer(key("one-more"))).isFalse();
        assertThat(queue.offer(key("k3"))).isTrue();

        assertThat(queue.take(9, 0)).isEqualTo(keys(5));
        assertThat(queue.room()).isEqualTo(5);
    }

    @Test
    void waitsForTheFirstHint() {
        CompletableFuture<List<DueKey>> taken = later(() -> queue.take(5, LONG));

        queue.offer(key("a"));

        assertThat(taken).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(List.of(key("a")));
    }

    @Test
    void waitsNoLongerThanAsked() throws Exception {
        assertThat(queue.take(5, Duration.ofMillis(10).toNanos())).isEmpty();
        assertThat(queue.awaitHandled(1, Duration.ofMillis(10).toNanos())).isFalse();
    }

    @Test
    void waitsUntilEnoughHasBeenHandled() {
        queue.handled(2);
        CompletableFuture<Boolean> handled = later(() -> queue.awaitHandled(5, LONG));

        queue.handled(2);
        queue.handled(1);

        assertThat(handled).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);
        assertThat(queue.handledCount()).isEqualTo(5);
    }

    @Test
    void endsAllWaitsWhereWhoWaitsIsBeingStopped() {
        CompletableFuture<List<DueKey>> taken = later(() -> queue.take(5, LONG));
        CompletableFuture<Boolean> handled = later(() -> queue.awaitHandled(5, LONG));

        queue.endWaits();

        assertThat(taken).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(List.of());
        assertThat(handled).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(false);
        assertThat(later(() -> queue.take(5, LONG))).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void losesNothingBetweenManyWhoOfferAndOneWhoTakes() {
        HintQueue large = new HintQueue(100_000);
        for (int thread = 0; thread < 4; thread++) {
            int from = thread * 1_000;
            new Thread(() -> keys(4_000).subList(from, from + 1_000).forEach(large::offer)).start();
        }

        int[] taken = {0};
        Await.await("all").until(() -> {
            taken[0] += large.take(256, 0).size();
            return taken[0] == 4_000;
        });
    }

    private static <T> CompletableFuture<T> later(Callable<T> call) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return call.call();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
    }
}
