package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static dev.punctual.functional.RunningService.parse;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Lines;
import dev.punctual.testkit.Receiver;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that bring the URL where they go. */
@Tag("functional")
class JobUrlsTest {

    private static Receiver receiver;
    private static Receiver standard;
    private static RunningService service;

    private final String id = fresh("own");

    @BeforeAll
    static void start() {
        receiver = Receiver.answering(204);
        standard = Receiver.answering(204);
        service = RunningService.start(builder -> builder.config(ConfigCopy.with(
                "queues: {}",
                """
                queues:
                  listed: {target: webhook, url: '%1$s', allowJobUrls: ['http://127.0.0.1:%2$d', 'http://localhost:%2$d']}
                  public: {target: webhook, allowJobUrls: ['*', 'http://*:%2$d'], retry: {maxAttempts: 1}}
                  fixed: {target: webhook, url: '%1$s'}
                """
                        .formatted(standard.url(), receiver.port()))));
    }

    @AfterAll
    static void stop() {
        service.close();
        receiver.close();
        standard.close();
    }

    @Test
    void postsToTheUrlOfTheJobAndShowsIt() {
        String url = "http://127.0.0.1:" + receiver.port() + "/own?of=" + id;
        String job = "{'id':'" + id + "','queue':'listed','delay':'0s','url':'" + url + "'}";
        assertThat(service.schedule(job).path("url").asText()).isEqualTo(url);
        assertThat(service.awaitState(id, "delivered").path("url").asText()).isEqualTo(url);
        assertThat(receiver.received())
                .filteredOn(one -> one.path().equals("/own?of=" + id))
                .hasSize(1);
        assertThat(service.http().post("/v1/jobs", json(job)).status()).isEqualTo(200);
        assertThat(service.http()
                        .post("/v1/jobs", json(job.replace("/own", "/other")))
                        .status())
                .isEqualTo(409);
    }

    @Test
    void postsAJobWithoutUrlToTheOneOfItsQueueAndShowsNone() {
        assertThat(service.schedule("{'id':'" + id + "','queue':'listed','delay':'0s'}")
                        .has("url"))
                .isFalse();
        service.awaitState(id, "delivered");
        assertThat(standard.received())
                .anyMatch(one -> parse(one.body()).path("id").asText().equals(id));
    }

    @ParameterizedTest
    @CsvSource({
        "default, https://hooks.example/a",
        "fixed,   https://hooks.example/a",
        "listed,  https://hooks.example/a",
        "listed,  http://127.0.0.1:1/",
        "public,  https://127.0.0.1/",
        "public,  ftp://hooks.example/",
        "public,  nonsense",
    })
    void refusesAUrlByItsField(String queue, String url) {
        String job = json("{'id':'" + id + "','queue':'" + queue + "','delay':'1h','url':'" + url + "'}");
        for (Answer refused : new Answer[] {
            service.http().post("/v1/jobs", job), service.http().put("/v1/jobs/" + id, job)
        }) {
            assertThat(refused.status()).as(refused.body()).isEqualTo(422);
            assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo("url");
        }
        assertThat(service.http().get("/v1/jobs/" + id).status()).isEqualTo(404);
    }

    @Test
    void refusesTheLineOfABadUrlAndNoOther() {
        String bad = json("{'id':'" + id + "','queue':'fixed','delay':'1h','url':'https://hooks.example/a'}");
        String good = json("{'id':'" + id + "g','queue':'fixed','delay':'1h'}");
        try (Lines answers = service.http().postLines("/v1/jobs/bulk", Stream.of(good, bad, good))) {
            assertThat(answers.lines().map(RunningService::parse))
                    .extracting(answer -> answer.path("status").asInt())
                    .containsExactly(201, 422, 200);
        }
    }

    @Test
    void killsAJobWhoseHostTurnsOutToBeALoopbackAddress() {
        int before = receiver.received().size();
        service.schedule(
                "{'id':'" + id + "','queue':'public','delay':'0s','url':'http://localhost:" + receiver.port() + "/'}");
        JsonNode dead = service.awaitState(id, "dead");
        assertThat(dead.path("lastError").asText()).contains("localhost", "loopback");
        assertThat(receiver.received()).hasSize(before);
    }

    @Test
    void takesALoopbackAddressThatIsListedByName() {
        // The name is listed, and 127.0.0.1 is, so that both checks pass.
        service.schedule("{'id':'" + id + "','queue':'listed','delay':'0s','url':'http://localhost:" + receiver.port()
                + "/" + id + "'}");
        assertThat(service.awaitState(id, "delivered").path("attempt").asInt()).isPositive();
        assertThat(receiver.received())
                .filteredOn(one -> one.path().equals("/" + id))
                .hasSize(1);
    }
}
