package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.EventStream;
import dev.punctual.testkit.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("functional")
class FireStreamTest {

    private static final String PATH = "/v1/fires/stream";

    private final String queue = fresh("stream");

    @ParameterizedTest
    @EnumSource(Notifications.class)
    void tellsOfEachFireAsItHappens(Notifications notifications) {
        RunningService service = notifications.service();
        try (EventStream stream = EventStream.open(service.http(), PATH + "?queue=" + queue)) {
            fire(service, 3);
            await("three fires").until(() -> stream.fired().size() >= 3);
            assertThat(stream.data("fire"))
                    .hasSize(3)
                    .allMatch(fire -> fire.path("queue").asText().equals(queue))
                    .anyMatch(fire -> fire.path("path").asText().equals(notifications.path()));
            List<JsonNode> listed = new ArrayList<>();
            service.http().get("/v1/fires?queue=" + queue).json().path("items").forEach(item -> listed.add(0, item));
            assertThat(stream.data("fire")).isEqualTo(listed);
            assertThat(stream.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
        }
    }

    @Test
    void doesNotHoldEventsBackForAClientThatTakesGzip() {
        RunningService service = Notifications.ON.service();
        try (EventStream stream =
                EventStream.open(service.http(), PATH + "?queue=" + queue, "Accept-Encoding", "gzip")) {
            assertThat(stream.headers().firstValue("Content-Encoding")).isEmpty();
            fire(service, 1);
            await("the fire").until(() -> stream.fired().size() == 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"Last-Event-ID", "lastEventId"})
    void goesOnAfterTheLastEventExactlyOnce(String carrier) {
        RunningService service = Notifications.ON.service();
        List<String> seen = new ArrayList<>();
        String last;
        try (EventStream first = EventStream.open(service.http(), PATH + "?queue=" + queue)) {
            fire(service, 700);
            await("some fires").until(() -> first.fired().size() >= 300);
            List<EventStream.Event> some = first.events().subList(0, 300);
            some.forEach(event -> seen.add(event.data().path("id").asText()));
            last = some.get(299).id();
        }
        fire(service, 5);
        boolean header = carrier.equals("Last-Event-ID");
        String path = PATH + "?queue=" + queue + (header ? "" : "&lastEventId=" + last);
        try (EventStream second = header
                ? EventStream.open(service.http(), path, carrier, last)
                : EventStream.open(service.http(), path)) {
            fire(service, 5);
            await("the rest").until(() -> second.fired().size() >= 410);
            seen.addAll(second.fired());
            assertThat(second.data("gap")).isEmpty();
        }
        assertThat(seen).hasSize(710).doesNotHaveDuplicates();
    }

    @Test
    void namesAPositionBeforeTheFirstFireSoThatNothingIsMissedMeanwhile() {
        RunningService service = Notifications.ON.service();
        try (EventStream earlier = EventStream.open(service.http(), PATH + "?queue=" + queue)) {
            fire(service, 1);
            await("an earlier fire").until(() -> earlier.fired().size() == 1);
        }
        String last;
        try (EventStream stream = EventStream.open(service.http(), PATH + "?queue=" + queue)) {
            await("the position").until(() -> !stream.lastId().isEmpty());
            last = stream.lastId();
            assertThat(stream.events()).isEmpty();
        }
        fire(service, 2);
        try (EventStream again = EventStream.open(service.http(), PATH + "?queue=" + queue, "Last-Event-ID", last)) {
            await("what fired meanwhile").until(() -> again.fired().size() >= 2);
            assertThat(again.fired()).hasSize(2);
        }
    }

    @Test
    void tellsOfAGapWhereTheLogDoesNotReachBack() {
        RunningService service = Notifications.ON.service();
        fire(service, 1);
        try (EventStream stream = EventStream.open(service.http(), PATH, "Last-Event-ID", "1-1")) {
            await("the gap").until(() -> !stream.fired().isEmpty());
            EventStream.Event first = stream.events().get(0);
            assertThat(first.name()).isEqualTo("gap");
            assertThat(first.data().path("from").asText()).isEqualTo("1-1");
            assertThat(first.data().path("to").asText())
                    .isEqualTo(stream.events().get(1).id());
        }
    }

    @Test
    void tellsWhoClaimsToHaveSeenMoreThanThereIsAndGoesOnFromTheEnd() {
        RunningService service = Notifications.ON.service();
        fire(service, 1);
        try (EventStream stream =
                EventStream.open(service.http(), PATH + "?queue=" + queue, "Last-Event-ID", "99999999999999-0")) {
            await("the gap").until(() -> stream.data("gap").size() == 1);
            fire(service, 1);
            await("a fire").until(() -> stream.fired().size() == 1);
        }
    }

    @Test
    void filtersByQueuePathAndCause() {
        RunningService silent = Notifications.OFF.service();
        try (EventStream lost = EventStream.open(silent.http(), PATH + "?cause=lost&queue=" + queue);
                EventStream swept = EventStream.open(silent.http(), PATH + "?path=sweep&queue=" + queue);
                EventStream fast = EventStream.open(silent.http(), PATH + "?path=fast&queue=" + queue);
                EventStream saturated = EventStream.open(silent.http(), PATH + "?cause=saturated&queue=" + queue);
                EventStream other = EventStream.open(silent.http(), PATH + "?queue=" + queue + "x")) {
            fire(silent, 2);
            await("lost and swept")
                    .until(() -> lost.fired().size() == 2 && swept.fired().size() == 2);
            assertThat(fast.fired()).isEmpty();
            assertThat(saturated.fired()).isEmpty();
            assertThat(other.fired()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "path=slow",
                "queue=*",
                "cause=bored",
                "since=1",
                "limit=3",
                "lastEventId=yesterday",
                "lastEventId=1-",
                "path="
            })
    void refusesAParameterThatMeansNothing(String parameter) {
        Answer answer = Notifications.ON.service().http().get(PATH + "?" + parameter);
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.json().at("/errors/0/field").asText())
                .isEqualTo(parameter.substring(0, parameter.indexOf('=')));
    }

    @Test
    void refusesAHeaderThatIsNoIdAndARepeatedParameter() {
        Answer answer = Notifications.ON.service().http().get(PATH + "?path=fast&path=sweep", "Last-Event-ID", "here");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().path("errors"))
                .extracting(error -> error.path("field").asText())
                .containsExactlyInAnyOrder("path", "Last-Event-ID");
    }

    @Test
    void tellsTheFiresOfAllInstancesInTheOrderOfTheLog() {
        RunningService one = Notifications.ON.service();
        try (var two = dev.punctual.testkit.ServiceProcess.builder()
                        .redis(one.redis())
                        .env("PUNCTUAL_INSTANCE", "second")
                        .jvm("-XX:TieredStopAtLevel=1")
                        .start();
                EventStream here = EventStream.open(one.http(), PATH + "?queue=" + queue);
                EventStream there = EventStream.open(two.http(), PATH + "?queue=" + queue)) {
            fire(one, 100);
            await("all on both")
                    .until(() -> here.fired().size() >= 100 && there.fired().size() >= 100);
            assertThat(there.events()).isEqualTo(here.events()).hasSize(100);
        }
    }

    private void fire(RunningService service, int count) {
        try (Lines answers = service.http()
                .postLines(
                        "/v1/jobs/bulk",
                        IntStream.range(0, count).mapToObj(i -> json("{'queue':'" + queue + "','delay':'0s'}")))) {
            assertThat(answers.lines()).hasSize(count);
        }
    }
}
