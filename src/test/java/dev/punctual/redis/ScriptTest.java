package dev.punctual.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScriptTest {

    private final String source = Script.load("claim_notified", 3).source();

    @Test
    void beginsWithItsFlagsAndHasNoComments() {
        assertThat(source).startsWith("#!lua flags=\n");
        assertThat(source.lines().filter(line -> line.stripLeading().startsWith("--")))
                .isEmpty();
    }

    @Test
    void hasNumbersWhereConstantsStood() {
        assertThat(source).contains("record[7]").doesNotContain("record[QUEUE]").doesNotContain("BATCH_BYTES");
    }

    @Test
    void keepsNamesOfCommandsAndOfValuesThatAreNotConstant() {
        assertThat(source).contains("redis.call('SET'", "KEYS[1]", "ARGV[1]", "WORDS[record[3]]");
    }
}
