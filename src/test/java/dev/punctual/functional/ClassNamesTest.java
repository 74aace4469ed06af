package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Names of classes in stored data: nothing looks them up, nothing calls anybody. */
@Tag("functional")
@ParameterizedClass
@EnumSource(Notifications.class)
class ClassNamesTest {

    private final RunningService service;
    private final String queue = fresh("classes");

    ClassNamesTest(Notifications notifications) {
        this.service = notifications.service();
    }

    @Test
    void deliversClassNamesAsPlainData() throws IOException {
        try (ServerSocket trap = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + trap.getLocalPort() + "/";
            List<String> payloads = List.of(
                    "{\"@class\":\"java.net.URL\",\"x\":1}",
                    "[\"java.net.URL\",\"" + url + "\"]",
                    "{\"type\":\"java.net.URL\",\"@type\":\"javax.naming.InitialContext\",\"val\":\"" + url + "\"}",
                    "{\"a\":{\"@class\":\"java.net.URL\",\"b\":[[\"java.net.URL\",\"" + url + "\"]]}}");
            for (int i = 0; i < payloads.size(); i++) {
                Answer answer = service.http()
                        .post(
                                "/v1/jobs",
                                "{\"id\":\"" + queue + i + "\",\"queue\":\"" + queue
                                        + "\",\"delay\":\"50ms\",\"name\":\"java.net.URL\",\"payload\":"
                                        + payloads.get(i)
                                        + "}");
                assertThat(answer.status()).isEqualTo(201);
            }
            assertThat(service.awaitArrivals(queue, payloads.size()))
                    .extracting(RunningService::payloadOf)
                    .containsExactlyInAnyOrderElementsOf(payloads);
            trap.setSoTimeout(100);
            Assertions.assertThatThrownBy(trap::accept).isInstanceOf(SocketTimeoutException.class);
        }
        assertLogIsClean();
    }

    @Test
    void refusesAClassNameInTheEnvelope() {
        Answer answer = service.http().post("/v1/jobs", "{\"@class\":\"java.net.URL\",\"delay\":\"1h\"}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("@class");
    }

    @Test
    void setsAsideARecordThatSomebodyWroteAndGoesOn() {
        service.schedule("{'id':'" + queue + "','queue':'" + queue + "','delay':'400ms'}");
        service.redis()
                .cli(
                        "SET",
                        service.key("job:" + queue),
                        "{\"@class\":\"java.net.URL\",\"payload\":[\"java.net.URL\"]}");
        service.schedule("{'id':'" + queue + "-good','queue':'" + queue + "','delay':'500ms'}");
        assertThat(service.awaitArrivals(queue, 1)).hasSize(1);
        assertThat(service.arrivedIds(queue)).containsExactly(queue + "-good");
        JsonNode aside = service.awaitState(queue, "dead");
        assertThat(aside.path("lastError").asText()).contains("set aside");
        assertThat(service.redis().cliString("GET", service.key("broken:" + queue)))
                .contains("java.net.URL");
        assertLogIsClean();
    }

    private void assertLogIsClean() {
        assertThat(service.process().logs()).doesNotContain("ClassNotFound", "NoClassDefFound", "UnknownHost", "\tat ");
    }
}
