package dev.punctual.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.Backoff;
import dev.punctual.core.Change;
import dev.punctual.core.Due;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
import dev.punctual.core.JobPatch;
import dev.punctual.core.QueueName;
import dev.punctual.core.RetryPolicy;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JobReaderTest {

    private final JobReader reader = new JobReader(Limits.DEFAULT, () -> new JobId("made"));

    @Test
    void readsEveryField() {
        JobDraft job = reader.job(
                """
                {"id":"a:b~._-1","queue":"mail","name":"größer 🎉","at":"2030-01-01T00:00:00.001Z",
                 "payload": {"a" : [1, 2]} ,
                 "retry":{"maxAttempts":3,"backoff":{"type":"fixed","initial":"2s","max":"PT1M","jitter":0}},
                 "deadline":"5m"}
                """,
                null);

        assertThat(job)
                .isEqualTo(new JobDraft(
                        new JobId("a:b~._-1"),
                        new QueueName("mail"),
                        "größer 🎉",
                        new Due.At(Instant.parse("2030-01-01T00:00:00.001Z")),
                        "{\"a\" : [1, 2]}",
                        new RetryPolicy(
                                3,
                                new Backoff(
                                        Backoff.Type.FIXED,
                                        java.time.Duration.ofSeconds(2),
                                        java.time.Duration.ofMinutes(1),
                                        0)),
                        java.time.Duration.ofMinutes(5)));
    }

    @Test
    void takesDefaultsForWhatIsNotSent() {
        JobDraft job = reader.job("{\"delay\":\"0s\"}", null);

        assertThat(job)
                .isEqualTo(new JobDraft(
                        new JobId("made"),
                        QueueName.DEFAULT,
                        null,
                        new Due.After(java.time.Duration.ZERO),
                        null,
                        null,
                        null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "{\"delay\":\"1s\"} x",
                "{\"delay\":\"1s\"}{\"delay\":\"1s\"}",
                "{\"delay\":\"1s\"}]",
                "{\"delay\":\"1s\",}",
                "{'delay':'1s'}",
                "{delay:\"1s\"}",
                "{\"delay\":\"1s\" \"id\":\"x\"}",
                "{\"delay\":\"1s\",\"payload\":NaN}",
                "{\"delay\":\"1s\",\"payload\":01}",
                "{\"delay\":\"1s\",\"payload\":1.}",
                "{\"delay\":\"1s\",\"payload\":.5}",
                "{\"delay\":\"1s\",\"payload\":+1}",
                "{\"delay\":\"1s\",\"payload\":1x}",
                "{\"delay\":\"1s\",\"payload\":[1}}",
                "{\"delay\":\"1s\",\"payload\":[1,]}",
                "{\"delay\":\"1s\",\"payload\":\"\\x\"}",
                "{\"delay\":\"1s\",\"payload\":\"\\u12\"}",
                "{\"delay\":\"1s\",\"payload\":\"a\nb\"}",
                "{\"delay\":\"1s\",\"payload\":tru}",
                "{\"delay\":\"1s\",\"payload\":nulll}",
                "{\"delay\":\"1s\"/*c*/}",
                "{\"delay\":\"1s\"}//c",
                "\u00a0{\"delay\":\"1s\"}",
                "{\"delay\":\"1s\"}\u0000",
                "nope",
                "[1,2"
            })
    void answers400ToWhatIsNotJson(String text) {
        assertThat(refused(text).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "null", "true", "\"x\"", "[{\"delay\":\"1s\"}]"})
    void answers422ToJsonThatIsNoObject(String text) {
        assertFaults(text, "body");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"delay\":\"1s\",\"colour\":1}|colour",
                "{\"delay\":\"1s\",\"Id\":\"x\"}|Id",
                "{\"delay\":\"1s\",\"delay\":\"1s\"}|delay",
                "{\"delay\":\"1s\",\"id\":\"a\",\"id\":\"b\"}|id",
                "{\"delay\":\"1s\",\"id\":null}|id",
                "{\"delay\":\"1s\",\"id\":7}|id",
                "{\"delay\":\"1s\",\"id\":\"\"}|id",
                "{\"delay\":\"1s\",\"id\":\"a/b\"}|id",
                "{\"delay\":\"1s\",\"id\":\"..\"}|id",
                "{\"delay\":\"1s\",\"id\":\"a\\nb\"}|id",
                "{\"delay\":\"1s\",\"id\":\"a\\n\"}|id",
                "{\"delay\":\"1s\",\"id\":\"\\ud83d\"}|id",
                "{\"delay\":\"1s\",\"id\":\"\\u0000\"}|id",
                "{\"delay\":\"1s\",\"queue\":null}|queue",
                "{\"delay\":\"1s\",\"queue\":\"a b\"}|queue",
                "{\"delay\":\"1s\",\"queue\":[\"a\"]}|queue",
                "{\"delay\":\"1s\",\"name\":null}|name",
                "{\"delay\":\"1s\",\"name\":1}|name",
                "{\"delay\":\"1s\",\"name\":\"\"}|name",
                "{\"delay\":\"1s\",\"name\":\"a\\tb\"}|name",
                "{\"delay\":\"1s\",\"name\":\"\\u0085\"}|name",
                "{\"delay\":\"1s\",\"name\":\"\\udc00\\ud83d\"}|name",
                "{}|at",
                "{\"at\":null}|at",
                "{\"at\":1893456000}|at",
                "{\"at\":1e1000000000}|at",
                "{\"at\":\"1893456000\"}|at",
                "{\"at\":\"2030-01-01T00:00:00\"}|at",
                "{\"delay\":null}|delay",
                "{\"delay\":30}|delay",
                "{\"delay\":1e400000000}|delay",
                "{\"delay\":true}|delay",
                "{\"at\":\"2030-01-01T00:00:00Z\",\"delay\":\"1s\"}|delay",
                "{\"delay\":\"1s\",\"deadline\":\"0s\"}|deadline",
                "{\"delay\":\"1s\",\"deadline\":\"-PT1S\"}|deadline",
                "{\"delay\":\"1s\",\"deadline\":null}|deadline",
                "{\"delay\":\"1s\",\"deadline\":\"3651d\"}|deadline",
                "{\"delay\":\"1s\",\"retry\":null}|retry",
                "{\"delay\":\"1s\",\"retry\":3}|retry",
                "{\"delay\":\"1s\",\"retry\":{\"attempts\":3}}|retry.attempts",
                "{\"delay\":\"1s\",\"retry\":{\"maxAttempts\":\"3\"}}|retry.maxAttempts",
                "{\"delay\":\"1s\",\"retry\":{\"maxAttempts\":3.0}}|retry.maxAttempts",
                "{\"delay\":\"1s\",\"retry\":{\"maxAttempts\":1e2}}|retry.maxAttempts",
                "{\"delay\":\"1s\",\"retry\":{\"maxAttempts\":0}}|retry.maxAttempts",
                "{\"delay\":\"1s\",\"retry\":{\"maxAttempts\":99999999999999999999}}|retry.maxAttempts",
                "{\"delay\":\"1s\",\"retry\":{\"maxAttempts\":1,\"maxAttempts\":2}}|retry.maxAttempts",
                "{\"delay\":\"1s\",\"retry\":{\"backoff\":null}}|retry.backoff",
                "{\"delay\":\"1s\",\"retry\":{\"backoff\":{\"type\":\"linear\"}}}|retry.backoff.type",
                "{\"delay\":\"1s\",\"retry\":{\"backoff\":{\"initial\":\"0s\"}}}|retry.backoff.initial",
                "{\"delay\":\"1s\",\"retry\":{\"backoff\":{\"initial\":\"5s\",\"max\":\"1s\"}}}|retry.backoff.max",
                "{\"delay\":\"1s\",\"retry\":{\"backoff\":{\"jitter\":1.5}}}|retry.backoff.jitter",
                "{\"delay\":\"1s\",\"retry\":{\"backoff\":{\"jitter\":1e1000000000}}}|retry.backoff.jitter",
                "{\"delay\":\"1s\",\"retry\":{\"backoff\":{\"jitter\":\"0.1\"}}}|retry.backoff.jitter"
            })
    void answers422AndNamesTheFieldAtFault(String text, String field) {
        assertFaults(text, field);
    }

    @Test
    void namesEveryFaultAtOnce() {
        assertFaults(
                "{\"id\":\"/\",\"queue\":1,\"name\":null,\"colour\":1,\"retry\":{\"x\":1,\"maxAttempts\":true}}",
                "colour",
                "id",
                "queue",
                "name",
                "at",
                "retry.x",
                "retry.maxAttempts");
    }

    @Test
    void saysWhichJobWasAtFaultWhereItsIdCouldBeRead() {
        assertThat(refused("{\"id\":\"known\",\"delay\":1}").id()).isEqualTo("known");
    }

    @Test
    void showsAFieldNameOfAnyLengthInPart() {
        Problem problem = refused("{\"delay\":\"1s\",\"" + "x".repeat(100_000) + "\":1}");

        assertThat(problem.errors().get(0).field()).hasSize(65);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "\"\"",
                "-0",
                "1e-1000000000",
                "{\"x\":1e-1000000000}",
                "0.10000000000000000000000000000000000000001",
                "{\"a\":1,\"a\":2,\"a\" : 1}",
                "{\"@class\":\"java.net.URL\",\"x\":1}",
                "[\"java.net.URL\",\"http://127.0.0.1:9/\"]",
                "\"\\ud83d\"",
                "[\"\\udc00\\ud83d\",\"\\u0000\"]",
                "\"\\/\\b\\u00e9é🎉\u2028\"",
                "{ \"z\" :\t[ ] ,\r\n\"a\":{ } }",
                "[[[[[1]]]],\"]]}}\",\"\\\"\\\\\"]"
            })
    void keepsThePayloadAsTheVeryTextThatWasSent(String payload) {
        assertThat(reader.job("{\"delay\":\"1s\",\"payload\": " + payload + "  }", null)
                        .payload())
                .isEqualTo(payload);
        assertThat(reader.job("{\"payload\":" + payload + ",\"delay\":\"1s\"}", null)
                        .payload())
                .isEqualTo(payload);
    }

    @ParameterizedTest
    @ValueSource(ints = {8000, 262_144})
    void keepsANumberOfAnyLengthWithoutCountingWithIt(int digits) {
        String payload = "9".repeat(digits);

        assertThat(reader.job("{\"payload\":" + payload + ",\"delay\":\"1s\"}", null)
                        .payload())
                .isEqualTo(payload);
    }

    @Test
    void countsThePayloadInBytes() {
        String fits = "\"" + "é".repeat(131_071) + "\"";

        assertThat(reader.job("{\"delay\":\"1s\",\"payload\":" + fits + "}", null)
                        .payload())
                .isEqualTo(fits);
        Problem tooLong = refused("{\"delay\":\"1s\",\"payload\":" + fits.replace("\"é", "\"xé") + "}");
        assertThat(tooLong.status()).isEqualTo(413);
        assertThat(tooLong.errors().get(0).field()).isEqualTo("payload");
    }

    @ParameterizedTest
    @CsvSource({"[,]", "'{\"a\":',}"})
    void boundsTheDepthOfAPayloadOnASmallStack(String open, String close) throws Exception {
        String deepest = nested(open, close, 100);
        assertThat(reader.job("{\"delay\":\"1s\",\"payload\":" + deepest + "}", null)
                        .payload())
                .isEqualTo(deepest);

        for (int depth : List.of(101, 499, 1000, 1_000_000)) {
            AtomicReference<Object> outcome = new AtomicReference<>();
            Thread small = new Thread(
                    null,
                    () -> {
                        try {
                            outcome.set(refused("{\"delay\":\"1s\",\"payload\":" + nested(open, close, depth) + "}"));
                        } catch (Throwable overflow) {
                            outcome.set(overflow);
                        }
                    },
                    "small-stack",
                    128 * 1024);
            small.start();
            small.join(20_000);
            assertThat(outcome.get()).isInstanceOfSatisfying(Problem.class, problem -> {
                assertThat(problem.status()).isEqualTo(422);
                assertThat(problem.errors().get(0).field()).isEqualTo("payload");
            });
        }
    }

    @Test
    void obeysItsLimits() {
        JobReader small =
                new JobReader(new Limits(DataSize.bytes(3), 1, Duration.seconds(1), 1), () -> new JobId("made"));

        assertThat(small.job("{\"delay\":\"1s\",\"payload\":[1]}", null).payload())
                .isEqualTo("[1]");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> small.job("{\"delay\":\"1s\",\"payload\":[12]}", null))
                .satisfies(refused -> assertThat(refused.problem().status()).isEqualTo(413));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> small.job("{\"delay\":\"1s\",\"payload\":[[]]}", null))
                .satisfies(refused -> assertThat(refused.problem().status()).isEqualTo(422));
    }

    @Test
    void countsANameInCharactersAsUnicodeDoes() {
        assertThat(reader.job("{\"delay\":\"1s\",\"name\":\"" + "🎉".repeat(128) + "\"}", null)
                        .name())
                .hasSize(256);
        assertFaults("{\"delay\":\"1s\",\"name\":\"" + "🎉".repeat(129) + "\"}", "name");
    }

    @Test
    void fillsInTheRetryRulesThatAreNotSent() {
        assertThat(retry("{}")).isEqualTo(RetryPolicy.DEFAULT);
        assertThat(retry("{\"maxAttempts\":1}")).isEqualTo(new RetryPolicy(1, Backoff.DEFAULT));
        assertThat(retry("{\"backoff\":{\"initial\":\"1h\"}}").backoff().max())
                .isEqualTo(java.time.Duration.ofHours(1));
        assertThat(retry("{\"backoff\":{\"max\":\"500ms\"}}").backoff().initial())
                .isEqualTo(java.time.Duration.ofMillis(500));
    }

    @Test
    void readsThePathsIdAndNoOther() {
        JobId path = new JobId("path");

        assertThat(reader.job("{\"delay\":\"1s\"}", path).id()).isEqualTo(path);
        assertThat(reader.job("{\"delay\":\"1s\",\"id\":\"path\"}", path).id()).isEqualTo(path);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> reader.job("{\"delay\":\"1s\",\"id\":\"Path\"}", path));
    }

    @Test
    void readsAPatchInWhichNullRemoves() {
        assertThat(reader.patch("{}")).isEqualTo(new JobPatch(null, Change.none(), Change.none(), Change.none()));
        assertThat(reader.patch("{\"name\":null,\"payload\":null,\"retry\":null,\"delay\":\"2h\"}"))
                .isEqualTo(new JobPatch(
                        new Due.After(java.time.Duration.ofHours(2)),
                        Change.to(null),
                        Change.to(null),
                        Change.to(null)));
        assertThat(reader.patch("{\"payload\":[ 1 ]}").payload()).isEqualTo(Change.to("[ 1 ]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"at\":null}|at",
                "{\"delay\":null}|delay",
                "{\"at\":\"2030-01-01T00:00:00Z\",\"delay\":\"1s\"}|delay",
                "{\"id\":\"x\"}|id",
                "{\"deadline\":\"1s\"}|deadline",
                "{\"name\":7}|name",
                "{\"retry\":{\"maxAttempts\":0}}|retry.maxAttempts"
            })
    void refusesAPatchOfAnythingElse(String text, String field) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> reader.patch(text))
                .satisfies(refused -> assertThat(refused.problem().errors())
                        .extracting(FieldFault::field)
                        .containsExactly(field));
    }

    private RetryPolicy retry(String text) {
        return reader.job("{\"delay\":\"1s\",\"retry\":" + text + "}", null).retry();
    }

    private static String nested(String open, String close, int depth) {
        return open.repeat(depth).replaceAll(":$", ":1") + close.repeat(depth);
    }

    private void assertFaults(String text, String... fields) {
        Problem problem = refused(text);
        assertThat(problem.status()).as(text).isEqualTo(422);
        assertThat(problem.errors()).extracting(FieldFault::field).containsExactlyInAnyOrder(fields);
    }

    private Problem refused(String text) {
        try {
            throw new AssertionError("was taken: " + reader.job(text, null));
        } catch (RefusedException refused) {
            return refused.problem();
        }
    }
}
