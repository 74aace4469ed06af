package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every instance hears every notification and sweeps the same schedule; each job fires once all the same. */
@Tag("faults")
class ManyInstancesTest {

    private static final int INSTANCES = 5;
    private static final int JOBS = 2000;
    private static final int ROUNDS = 2;
    private static final int BACKLOG = 5000;

    private static Stage stage;
    private static final List<ServiceProcess> INSTANCE = new ArrayList<>();

    @BeforeAll
    static void start() {
        stage = new Stage();
        for (int i = 0; i < INSTANCES; i++) {
            INSTANCE.add(stage.launch(stage.service("notifications.probeInterval=500ms")
                    .jvm("-Xmx96m")
                    .env("PUNCTUAL_INSTANCE", "instance-" + i)));
        }
        INSTANCE.forEach(ServiceProcess::awaitReady);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @EnumSource
    void firesOnceHoweverManyInstancesHearOfIt(Feed feed) {
        stage.feed(feed);
        List<String> logs = INSTANCE.stream().map(ServiceProcess::logs).toList();
        for (int round = 0; round < ROUNDS; round++) {
            Batch batch = stage.batch();
            double won = sum(stats -> stats.metric("punctual_claims_total", "result=\"won\""));
            double refused = sum(stats -> stats.metric("punctual_claims_total", "result=\"refused\""));
            ServiceProcess through = INSTANCE.get(round % INSTANCES);
            long firstMillis = stage.nowMillis() + 800;
            batch.schedule(through, JOBS, number -> batch.at(number, firstMillis + number / 2));
            CommandCalls before = CommandCalls.of(stage.redis());
            List<Delivery> deliveries = batch.awaitAllOnce(Duration.ofSeconds(10));
            long scripts = CommandCalls.of(stage.redis()).scriptsSince(before);

            assertThat(batch.fires(through)).hasSize(JOBS);
            assertThat(sum(stats -> stats.metric("punctual_claims_total", "result=\"won\"")) - won)
                    .isEqualTo(JOBS);
            // Each instance is told once of each job; a lost claim is one of a batch in one call, at worst a call of
            // its own.
            assertThat(sum(stats -> stats.metric("punctual_claims_total", "result=\"refused\"")) - refused)
                    .isLessThanOrEqualTo(INSTANCES * JOBS);
            assertThat(scripts).isLessThan(2L * INSTANCES * JOBS);
            assertThat(Batch.p99Millis(deliveries)).isLessThan(2000);
        }
        for (int i = 0; i < INSTANCES; i++) {
            String more = INSTANCE.get(i).logs().substring(logs.get(i).length());
            assertThat(more.lines().filter(line -> line.startsWith("ERROR") || line.startsWith("WARN")))
                    .as("a word for each lost claim")
                    .isEmpty();
            assertThat(Stats.stackTraces(more)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void severalWorkOffABacklogInAboutTheTimeOfOne(Feed feed) {
        stage.feed(feed);
        for (ServiceProcess other : INSTANCE.subList(1, INSTANCES)) {
            other.freeze();
        }
        long aloneMillis = workOff();
        for (ServiceProcess other : INSTANCE.subList(1, INSTANCES)) {
            other.thaw();
        }
        stage.feed(feed);
        long togetherMillis = workOff();
        assertThat(togetherMillis).as("alone it took " + aloneMillis).isLessThan(2 * aloneMillis + 2500);
    }

    /** Milliseconds from the due time of a backlog to its last fire. */
    private static long workOff() {
        Batch batch = stage.batch();
        long dueAtMillis = stage.nowMillis() + 1500;
        batch.schedule(INSTANCE.get(0), BACKLOG, number -> batch.at(number, dueAtMillis));
        List<Delivery> deliveries = batch.awaitAllOnce(Duration.ofSeconds(20));
        return deliveries.stream().mapToLong(Delivery::lagMillis).max().orElseThrow();
    }

    @Test
    void allOfThemTakePartAndAreNamed() {
        stage.feed(Feed.NOTIFYING);
        Batch batch = stage.batch();
        batch.schedule(INSTANCE.get(0), 500, number -> batch.after(number, Duration.ofMillis(300 + 4L * number)));
        batch.awaitAllOnce(Duration.ofSeconds(10));
        Set<String> fired = batch.fires(INSTANCE.get(1)).stream()
                .map(fire -> fire.get("instance").asText())
                .collect(Collectors.toSet());
        assertThat(fired).hasSizeGreaterThan(1);
        assertThat(new Stats(INSTANCE.get(2)).stats().at("/instances").findValuesAsText("name"))
                .hasSize(INSTANCES)
                .containsAll(fired);
    }

    private static double sum(ToDoubleFunction<Stats> what) {
        return INSTANCE.stream().map(Stats::new).mapToDouble(what).sum();
    }
}
