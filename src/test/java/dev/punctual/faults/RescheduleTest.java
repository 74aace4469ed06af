package dev.punctual.faults;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.ServiceProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A job that is moved when it is due already: the write that moves it makes Redis notice its old due key, and a due key
 * that has lapsed cannot be prolonged. Two services: {@code patient} leaves overdue jobs alone for a while.
 */
@Tag("faults")
class RescheduleTest {

    private static final int JOBS = 500;
    private static final long GRACE_MILLIS = 1500;

    private static Stage stage;
    private static ServiceProcess patient;
    private static Stage promptStage;
    private static ServiceProcess prompt;
    private static Callers callers;

    @BeforeAll
    static void start() {
        callers = new Callers();
        stage = new Stage();
        patient = stage.launch(
                stage.service("nudge.enabled=false", "sweep.interval=60s", "sweep.grace=" + GRACE_MILLIS + "ms"));
        promptStage = new Stage();
        prompt = promptStage.launch(promptStage.service());
        patient.awaitReady();
        prompt.awaitReady();
    }

    @AfterAll
    static void stop() {
        callers.close();
        stage.close();
        promptStage.close();
    }

    @ParameterizedTest
    @CsvSource({"NOTIFYING, PATCH", "SILENT, PATCH", "NOTIFYING, PUT", "SILENT, PUT"})
    void firesAJobThatWasMovedWhenOverdueAtItsNewTimeOnly(Feed feed, String change) {
        stage.feed(feed);
        stage.holdExpiryBack(true);
        Batch batch = stage.batch();
        long dueAtMillis = stage.nowMillis() + 500;
        batch.schedule(patient, JOBS, number -> batch.at(number, dueAtMillis));
        stage.awaitTime(dueAtMillis + 2);
        List<Answer> answers = callers.call(JOBS, number -> move(patient, batch, change, number, 1000));
        stage.holdExpiryBack(false);
        int moved = assertFiredOnceAsAnswered(batch, answers);
        assertThat(moved).as("jobs that were moved when overdue").isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void eitherFiresOrMovesAJobThatIsMovedWhenItFires(Feed feed) {
        promptStage.feed(feed);
        Batch batch = promptStage.batch();
        long startMillis = promptStage.nowMillis();
        long firstMillis = startMillis + 700;
        batch.schedule(prompt, JOBS, number -> batch.at(number, firstMillis + 2L * number));
        long firedAfterMillis = feed.isNotifying() ? 0 : 100;
        long spentMillis = promptStage.nowMillis() - startMillis;
        List<Answer> answers = callers.call(
                JOBS,
                number -> 700 - spentMillis + 2L * number + firedAfterMillis + number % 10 - 5,
                number -> move(prompt, batch, "PATCH", number, 1000));
        assertFiredOnceAsAnswered(batch, answers);
    }

    /** A job that was moved fires at its new time; one that could not be moved fired before; none does both. */
    private static int assertFiredOnceAsAnswered(Batch batch, List<Answer> answers) {
        // A PUT that came too late for the first life has begun a second one.
        int lives = JOBS
                + (int) answers.stream()
                        .filter(answer -> answer.status() == 201)
                        .count();
        await("the deliveries").untilAsserted(() -> assertThat(batch.arrived()).isGreaterThanOrEqualTo(lives));
        batch.assertNothingArrives(Duration.ofMillis(300));
        Map<String, List<Delivery>> byId = batch.deliveries().stream().collect(Collectors.groupingBy(Delivery::id));
        int moved = 0;
        for (int i = 0; i < JOBS; i++) {
            Answer answer = answers.get(i);
            List<Delivery> fired = byId.get(batch.id(i));
            switch (answer.status()) {
                case 200 -> {
                    moved++;
                    assertThat(fired).hasSize(1);
                    assertThat(fired.get(0).generation()).isEqualTo(2);
                    assertThat(fired.get(0).dueAtMillis()).isEqualTo(dueAtMillis(answer));
                    assertThat(fired.get(0).lagMillis()).isNotNegative();
                }
                case 201 -> assertThat(fired.stream().map(Delivery::generation)).containsExactly(1L, 2L);
                case 409 -> {
                    assertThat(answer.body()).contains("delivered");
                    assertThat(fired).hasSize(1);
                    assertThat(fired.get(0).generation()).isEqualTo(1);
                }
                default -> throw new AssertionError(answer.status() + ": " + answer.body());
            }
        }
        return moved;
    }

    @ParameterizedTest
    @EnumSource
    void movesDueKeyAndScheduleTogetherThoughTheDueKeyIsGone(Feed feed) {
        stage.feed(feed);
        stage.holdExpiryBack(true);
        Batch batch = stage.batch();
        batch.schedule(patient, 2, number -> batch.after(number, Duration.ofMillis(300)));
        assertThat(stage.redis().cliLong("DEL", stage.dueKey(batch.id(1), 1))).isEqualTo(1);
        await("both are overdue").untilAsserted(() -> assertThat(
                        new Stats(patient).stats().at("/jobs/overdue").asLong())
                .isEqualTo(2));
        for (int number = 0; number < 2; number++) {
            long dueAtMillis = dueAtMillis(move(patient, batch, "PATCH", number, 1500));
            String id = batch.id(number);
            String score = stage.redis().cliString("ZSCORE", stage.schedule(), id);
            assertThat(Long.parseLong(score)).isEqualTo(dueAtMillis);
            long endMillis = stage.redis().cliLong("PEXPIRETIME", stage.dueKey(id, 2));
            assertThat(endMillis).isBetween(dueAtMillis - 50, dueAtMillis);
            assertThat(stage.redis().cliLong("EXISTS", stage.dueKey(id, 1))).isZero();
        }
        stage.holdExpiryBack(false);
        assertThat(batch.awaitAllOnce(Duration.ofSeconds(8)))
                .allSatisfy(delivery -> assertThat(delivery.generation()).isEqualTo(2));
    }

    private static Answer move(ServiceProcess service, Batch batch, String change, int number, long delayMillis) {
        String path = "/v1/jobs/" + batch.id(number);
        return change.equals("PATCH")
                ? service.http().patch(path, "{\"delay\":\"" + delayMillis + "ms\"}")
                : service.http().put(path, "{\"queue\":\"" + batch.queue() + "\",\"delay\":\"" + delayMillis + "ms\"}");
    }

    private static long dueAtMillis(Answer answer) {
        JsonNode job = answer.json();
        return Instant.parse(job.get("dueAt").asText()).toEpochMilli();
    }
}
