package dev.punctual.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.JobId;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class JobReaderPropertiesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JobReader reader = new JobReader(Limits.DEFAULT, () -> new JobId("made"));

    @Property(tries = 300)
    void keepsAnyPayloadAsTheVeryTextThatWasSent(
            @ForAll("json") String payload, @ForAll("blanks") String before, @ForAll("blanks") String after) {
        String text = "{" + before + "\"delay\":\"1s\"," + before + "\"payload\"" + after + ":" + before + payload
                + after + ",\"name\":\"n\"}";

        assertThat(reader.job(text, null).payload()).isEqualTo(payload);
    }

    @Property(tries = 300)
    void neverFailsOtherThanByRefusing(@ForAll("mangled") String text) {
        try {
            reader.job(text, null);
        } catch (RefusedException refused) {
            assertThat(refused.problem().status()).isIn(400, 422);
        }
    }

    @Property(tries = 300)
    void readsNoNumberOrInstantFromAnyText(@ForAll String text) {
        try {
            InstantText.parse(text);
        } catch (IllegalArgumentException | InvalidJobException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
        try {
            DurationText.parse(text);
        } catch (IllegalArgumentException | InvalidJobException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    @Provide
    Arbitrary<String> blanks() {
        return Arbitraries.strings().withChars(' ', '\t', '\n', '\r').ofMaxLength(3);
    }

    @Provide
    Arbitrary<String> json() {
        Arbitrary<String> strings = Arbitraries.strings().all().ofMaxLength(20).map(JobReaderPropertiesTest::quoted);
        Arbitrary<String> leaves = Arbitraries.oneOf(
                strings,
                Arbitraries.bigDecimals().map(Object::toString),
                Arbitraries.of("null", "true", "false", "-0.0e-99999", "\"\\ud800\"", "[]", "{}"));
        Arbitrary<String> json = leaves;
        for (int depth = 0; depth < 3; depth++) {
            json = Arbitraries.oneOf(leaves, array(json), object(strings, json));
        }
        return json;
    }

    private Arbitrary<String> array(Arbitrary<String> inner) {
        return Combinators.combine(inner.list().ofMaxSize(3), blanks())
                .as((items, blank) -> "[" + blank + String.join(blank + "," + blank, items) + "]");
    }

    /** Names may repeat: what is in a payload is nobody's business. */
    private Arbitrary<String> object(Arbitrary<String> names, Arbitrary<String> inner) {
        return Combinators.combine(names.list().ofMaxSize(3), inner, blanks()).as((keys, value, blank) -> keys.stream()
                .map(key -> key + blank + ":" + value)
                .collect(Collectors.joining(",", "{" + blank, "}")));
    }

    @Provide
    Arbitrary<String> mangled() {
        String whole =
                "{\"id\":\"a\",\"delay\":\"1s\",\"payload\":{\"a\":[1,\"\\u00e9\"]},\"retry\":{\"maxAttempts\":3}}";
        return Combinators.combine(
                        Arbitraries.integers().between(0, whole.length()),
                        Arbitraries.integers().between(0, whole.length()),
                        Arbitraries.of(List.of("", "{", "}", "\"", ",", ":", "\\", "1e9", "null", "\u0000", "\ud83d")))
                .as((from, to, put) ->
                        whole.substring(0, Math.min(from, to)) + put + whole.substring(Math.max(from, to)));
    }

    private static String quoted(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
