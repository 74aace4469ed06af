package dev.punctual.functional;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the service says of itself, to machines and to people. */
@Tag("functional")
class SelfDescriptionTest {

    private static final Pattern LINK = Pattern.compile("(?:src|href)=\"([^\"#]+)\"");

    private final Http http = Notifications.ON.service().http();

    @ParameterizedTest
    @CsvSource({
        "/v1/jobs, get",
        "/v1/jobs, post",
        "/v1/jobs/{id}, get",
        "/v1/jobs/{id}, put",
        "/v1/jobs/{id}, patch",
        "/v1/jobs/{id}, delete",
        "/v1/jobs/{id}/fire, post",
        "/v1/jobs/bulk, post",
        "/v1/jobs/export, get",
        "/v1/queues, get",
        "/v1/queues/{name}, get",
        "/v1/fires, get",
        "/v1/fires/stream, get",
        "/v1/history, get",
        "/v1/upcoming, get",
        "/v1/stats, get",
        "/v1/doctor, get"
    })
    void describesEveryCall(String path, String method) {
        JsonNode description = http.get("/openapi.json").json();
        assertThat(description.path("openapi").asText()).startsWith("3.");
        JsonNode call = description.path("paths").path(path).path(method);
        if (call.isMissingNode()) {
            call = description.path("paths").path(path.replace("{name}", "{q}")).path(method);
        }
        assertThat(call.path("responses").isEmpty()).as(path + " " + method).isFalse();
        assertThat(call.path("summary").asText()).isNotEmpty();
    }

    @Test
    void refersOnlyToWhatItDescribes() {
        JsonNode description = http.get("/openapi.json").json();
        description.findValuesAsText("$ref").forEach(reference -> {
            assertThat(reference).startsWith("#/");
            assertThat(description.at(reference.substring(1)).isMissingNode())
                    .as(reference)
                    .isFalse();
        });
    }

    @ParameterizedTest
    @CsvSource({"/docs", "/"})
    void servesAPageWhosePartsAllComeFromHere(String path) {
        Answer page = http.get(path);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Content-Security-Policy")).containsAnyOf("default-src 'self'", "default-src 'none'");
        Matcher link = LINK.matcher(page.body());
        int parts = 0;
        while (link.find()) {
            String target = link.group(1);
            assertThat(target).doesNotContain("//");
            String absolute = target.startsWith("/") ? target : "/" + target;
            assertThat(http.get(absolute).status()).as(absolute).isEqualTo(200);
            parts++;
        }
        assertThat(parts).isPositive();
    }
}
