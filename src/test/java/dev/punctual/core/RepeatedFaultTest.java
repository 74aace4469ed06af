package dev.punctual.core;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RepeatedFaultTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final Lines lines = new Lines();
    private final Logger log = logger(lines);

    private static Logger logger(Lines lines) {
        Logger log = (Logger)
                LoggerFactory.getLogger("fault." + UUID.randomUUID()); // each test's alone, whatever runs beside
        log.setLevel(Level.INFO);
        log.setAdditive(false);
        lines.start();
        log.addAppender(lines);
        return log;
    }

    @Test
    void saysTheFirstAtOnceAndTheEndWithTheSum() {
        RepeatedFault fault = new RepeatedFault(log, "Redis is gone", "Redis is back", LONG, Duration.ZERO);
        for (int i = 0; i < 500; i++) {
            fault.failed("a", "no answer");
        }
        assertThat(lines.texts()).containsExactly("WARN Redis is gone: no answer");
        fault.works("a");
        assertThat(lines.texts()).hasSize(2);
        assertThat(lines.texts().get(1)).matches("INFO Redis is back after 500 times in \\d+\\.\\d s");
    }

    @Test
    void endsWhenAllWorkAgainToWhomItHappened() {
        RepeatedFault fault = new RepeatedFault(log, "Redis is gone", "Redis is back", LONG, Duration.ZERO);
        fault.failed("a", "no answer");
        fault.failed("b", "no answer");
        fault.works("a");
        fault.works("unaffected");
        assertThat(lines.texts()).hasSize(1);
        fault.works("b");
        assertThat(lines.texts()).hasSize(2);
    }

    @Test
    void beginsAnewAfterItsEnd() {
        RepeatedFault fault = new RepeatedFault(log, "Redis is gone", "Redis is back", LONG, Duration.ZERO);
        for (int i = 0; i < 2; i++) {
            fault.failed("a", "no answer");
            fault.works("a");
        }
        assertThat(lines.texts()).hasSize(4);
        assertThat(lines.texts().get(3)).contains(" after 1 times ");
    }

    @Test
    void sumsUpEachInterval() {
        RepeatedFault fault =
                new RepeatedFault(log, "Redis is gone", "Redis is back", Duration.ofMillis(50), Duration.ZERO);
        for (int i = 0; i < 8; i++) {
            fault.failed("a", "reason " + i);
        }
        await("the sum").until(() -> lines.texts().size() == 2);
        assertThat(lines.texts().get(1))
                .matches("WARN Redis is gone: 7 more in the last \\d+\\.\\d s, the last one: reason 7");
    }

    @Test
    void countsAsOverWhenItHasNotHappenedForAnInterval() {
        RepeatedFault fault =
                new RepeatedFault(log, "A lease lapsed", "No lease has lapsed", Duration.ofMillis(50), Duration.ZERO);
        fault.happened("job a");
        fault.happened("job b");
        await("the end").until(() -> lines.texts().size() == 3);
        assertThat(lines.texts().get(2)).matches("INFO No lease has lapsed after 2 times in \\d+\\.\\d s");
    }

    @Test
    void doesNotEndBeforeItHasSettled() {
        RepeatedFault fault = new RepeatedFault(log, "Redis is gone", "Redis is back", LONG, Duration.ofMillis(100));
        for (int i = 0; i < 20; i++) {
            fault.failed("a", "no answer");
            fault.works("a");
        }
        await("the end").until(() -> lines.texts().size() == 2);
        assertThat(lines.texts().get(1)).contains("Redis is back after 20 times");
    }

    @Test
    void showsTheStackOfTheFirstOnly() {
        RepeatedFault fault = new RepeatedFault(log, "A request failed", "None has", LONG, Duration.ZERO);
        fault.happened("one", new IllegalStateException("one"));
        fault.happened("two", new IllegalStateException("two"));
        assertThat(lines.events).hasSize(1);
        assertThat(lines.events.get(0).getThrowableProxy().getMessage()).isEqualTo("one");
    }

    /** Keeps what is logged. */
    private static final class Lines extends AppenderBase<ILoggingEvent> {
        private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }

        List<String> texts() {
            return events.stream()
                    .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                    .toList();
        }
    }
}
