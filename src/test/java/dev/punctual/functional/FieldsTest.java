package dev.punctual.functional;

import static dev.punctual.functional.RunningService.fresh;
import static dev.punctual.functional.RunningService.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Answer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that are misspelt, repeated, empty, of another type, or costly to read: nothing is guessed, nothing runs. */
@Tag("functional")
class FieldsTest {

    private final RunningService service = Notifications.ON.service();
    private final String queue = fresh("fields");

    @AfterEach
    void storesNothingAndRunsNothing() {
        assertThat(service.http().get("/v1/jobs?queue=" + queue).json().path("items"))
                .isEmpty();
        assertThat(service.arrivals(queue)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "delayMS    | 'delayMS':5000",
                "delay_ms   | 'delay_ms':5000",
                "Delay      | 'Delay':'5s'",
                "runat      | 'runat':'2040-01-01T00:00:00Z'",
                "delay      | 'delay':5000",
                "payLoad    | 'delay':'5s','payLoad':1",
                "foo        | 'delay':'5s','foo':1",
                "retry.max  | 'delay':'5s','retry':{'max':1}",
                "retry.backoff.kind | 'delay':'5s','retry':{'backoff':{'kind':'fixed'}}",
                "state      | 'delay':'5s','state':'scheduled'",
            })
    void refusesAMisspeltFieldByItsName(String field, String members) {
        assertRefused(field, members);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null", "''", "' '", "'5000'", "1.9", "true", "[]", "{}", "[5000]", "'abc'", "5000", "0", "'5'",
                "'1e3ms'", "'-1s'", "'１s'", "'1 s'", "'P'", "'PT'"
            })
    void refusesADelayThatIsNone(String delay) {
        assertRefused("delay", "'delay':" + delay);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"null", "''", "0", "1893456000", "1893456000000", "'1893456000'", "true", "'tomorrow'", "[]"})
    void refusesADueTimeThatIsNone(String at) {
        assertRefused("at", "'at':" + at);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "at                  | 'payload':1",
                "delay               | 'at':'2040-01-01T00:00:00Z','delay':'1h'",
                "name                | 'delay':'1h','name':null",
                "name                | 'delay':'1h','name':7",
                "id                  | 'delay':'1h','id':7",
                "retry               | 'delay':'1h','retry':null",
                "retry.maxAttempts   | 'delay':'1h','retry':{'maxAttempts':null}",
                "retry.maxAttempts   | 'delay':'1h','retry':{'maxAttempts':'3'}",
                "retry.maxAttempts   | 'delay':'1h','retry':{'maxAttempts':1.5}",
                "retry.maxAttempts   | 'delay':'1h','retry':{'maxAttempts':0}",
                "retry.backoff.jitter| 'delay':'1h','retry':{'backoff':{'jitter':2}}",
                "retry.backoff.type  | 'delay':'1h','retry':{'backoff':{'type':'linear'}}",
                "deadline            | 'delay':'1h','deadline':null",
                "deadline            | 'delay':'1h','deadline':3600",
                "deadline            | 'delay':'1h','deadline':'0s'",
            })
    void refusesAbsentNullAndCoercedValues(String field, String members) {
        assertRefused(field, members);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "delay  | 'delay':'1h','delay':'0s'",
                "payload| 'delay':'1h','payload':1,'payload':2",
                "queue  | 'delay':'1h','queue':'other'",
                "retry.maxAttempts | 'delay':'1h','retry':{'maxAttempts':1,'maxAttempts':2}",
            })
    void refusesARepeatedField(String field, String members) {
        assertRefused(field, members);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " x", "]", ",", "null", "\u0000"})
    void refusesTextBehindTheJob(String rest) {
        Answer answer = service.http()
                .post("/v1/jobs", json("{'queue':'" + queue + "','delay':'1h'}" + rest.replace('\'', '"')));
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    }

    private void assertRefused(String field, String members) {
        Answer answer = service.http().post("/v1/jobs", json("{'queue':'" + queue + "'," + members + "}"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().path("errors"))
                .extracting(error -> error.path("field").asText())
                .contains(field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'at':1e1000000000",
                "'delay':1E400000000",
                "'delay':'1e1000000000s'",
                "'delay':'99999999999999999999999999s'",
                "'delay':'PT1E400000000S'",
                "'delay':'1h','retry':{'maxAttempts':1e1000000000}",
                "'delay':'1h','retry':{'backoff':{'jitter':1e-1000000000}},'x':1",
                "'delay':BIG",
                "'x':{'y':1e-1000000000}"
            })
    void refusesCostlyNumbersAtOnce(String members) {
        String body = json("{'queue':'" + queue + "'," + members.replace("BIG", "7".repeat(200_000)) + "}");
        assertThat(service.http().post("/v1/jobs", body).status()).isEqualTo(422);
        Duration before = cpu();
        List<Integer> answers = IntStream.range(0, 50)
                .parallel()
                .mapToObj(i -> service.http().post("/v1/jobs", body).status())
                .toList();
        assertThat(answers).containsOnly(422);
        // 200 ms for each, were it alone.
        assertThat(cpu().minus(before)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void refusesANumberOfAMegabyteByItsSize() {
        String body = json("{'queue':'" + queue + "','delay':'1h','payload':" + "7".repeat(1_000_000) + "}");
        assertThat(service.http().post("/v1/jobs", body).status()).isEqualTo(413);
    }

    /** What the service has used of the processor. */
    private Duration cpu() {
        return ProcessHandle.of(service.process().pid())
                .orElseThrow()
                .info()
                .totalCpuDuration()
                .orElseThrow();
    }
}
