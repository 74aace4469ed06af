package dev.punctual.targets;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.core.Deliverer;
import dev.punctual.core.DeliveryOutcome;
import dev.punctual.core.JobHandler;
import dev.punctual.core.QueueName;
import dev.punctual.core.UnretriableException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HandlerTest {

    private Deliverer opened;

    private Deliverer open(int capacity, JobHandler handler) {
        return open(handler, capacity, HandlerThreads.open(capacity));
    }

    private Deliverer open(JobHandler handler, int capacity, ExecutorService threads) {
        opened = new Handler(new QueueName("resize"), handler, new Seats(capacity), threads);
        return opened;
    }

    @AfterEach
    void close() {
        opened.close();
    }

    @Test
    void isDeliveredWhenTheHandlerReturns() throws Exception {
        var got = new AtomicReference<String>();
        assertThat(Deliveries.outcome(open(1, job -> got.set(job.body())), Deliveries.first()))
                .isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(got).hasValue(Deliveries.BODY);
    }

    @Test
    void isTriedAgainAfterAnExceptionWithItsWordsAsTheReason() throws Exception {
        Deliverer handler = open(1, job -> {
            throw new IOException("disk\nfull");
        });
        assertThat(Deliveries.retried(Deliveries.outcome(handler, Deliveries.first())))
                .isEqualTo("the handler failed: IOException: disk full");
    }

    @Test
    void survivesAnError() throws Exception {
        Deliverer handler = open(1, job -> {
            throw new StackOverflowError();
        });
        assertThat(Deliveries.retried(Deliveries.outcome(handler, Deliveries.first())))
                .isEqualTo("the handler failed: StackOverflowError");
        assertThat(handler.reserve(1)).isEqualTo(1);
    }

    @Test
    void isDeadWhereTheHandlerSaysThatNothingHelps() throws Exception {
        Deliverer handler = open(1, job -> {
            throw new UnretriableException("no such picture");
        });
        assertThat(Deliveries.dead(Deliveries.outcome(handler, Deliveries.first())))
                .isEqualTo("no such picture");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void handlesAsManyAtATimeAsItHasPlaces(boolean virtualIfThere) throws Exception {
        var gate = new CountDownLatch(1);
        var inside = new AtomicInteger();
        var told = new AtomicInteger();
        ExecutorService threads = virtualIfThere ? HandlerThreads.open(3) : HandlerThreads.pool(3);
        JobHandler waiting = job -> {
            inside.incrementAndGet();
            gate.await();
        };
        Deliverer handler = open(waiting, 3, threads);
        handler.onFree(told::incrementAndGet);

        List<CompletableFuture<DeliveryOutcome>> outcomes = Deliveries.start(handler, 3);
        await("all are inside").until(() -> inside.get() == 3);
        assertThat(handler.reserve(2)).isZero();
        assertThat(told).hasValue(0);
        assertThatThrownBy(() -> handler.deliver(Deliveries.first())).isInstanceOf(IllegalStateException.class);
        gate.countDown();
        for (var outcome : outcomes) {
            assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(new DeliveryOutcome.Delivered());
        }
        await("it tells that there is room").until(() -> told.get() == 1);
        assertThat(handler.reserve(5)).isEqualTo(3);
        for (var outcome : List.of(handler.deliver(Deliveries.first()), handler.deliver(Deliveries.first()))) {
            outcome.toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
        handler.release(1);
        assertThat(handler.reserve(5)).isEqualTo(3);
    }

    @Test
    void usesVirtualThreadsWhereTheJvmHasThem() throws Exception {
        var virtual = new AtomicReference<Object>();
        Deliverer handler = open(
                1,
                job -> virtual.set(
                        Runtime.version().feature() < 21
                                ? false
                                : Thread.class.getMethod("isVirtual").invoke(Thread.currentThread())));
        assertThat(Deliveries.outcome(handler, Deliveries.first())).isEqualTo(new DeliveryOutcome.Delivered());
        assertThat(virtual).hasValue(Runtime.version().feature() >= 21);
    }

    @Test
    void interruptsWhatIsUnderWayWhenItCloses() throws Exception {
        var inside = new CountDownLatch(1);
        Deliverer handler = open(1, job -> {
            inside.countDown();
            new CountDownLatch(1).await();
        });
        var outcome = Deliveries.start(handler, 1).get(0);
        inside.await();
        handler.close();
        assertThat(Deliveries.retried(outcome.get(10, TimeUnit.SECONDS))).contains("the service stopped");
        assertThat(handler.reserve(1)).isZero();
    }
}
