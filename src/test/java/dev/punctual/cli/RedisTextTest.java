package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.redis.RedisAnswer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedisTextTest {

    private static final RedisAnswer NESTED = new RedisAnswer.Many(List.of(
            new RedisAnswer.Bulk("a"),
            new RedisAnswer.Many(List.of(new RedisAnswer.Whole(7), new RedisAnswer.Nil())),
            new RedisAnswer.Many(List.of()),
            new RedisAnswer.Failure("ERR no")));

    @Test
    void writesEachTypeAsRedisCliDoes() {
        assertThat(RedisText.typed(new RedisAnswer.Status("OK"))).isEqualTo("OK");
        assertThat(RedisText.typed(new RedisAnswer.Whole(-2))).isEqualTo("(integer) -2");
        assertThat(RedisText.typed(new RedisAnswer.Nil())).isEqualTo("(nil)");
        assertThat(RedisText.typed(new RedisAnswer.Failure("ERR unknown"))).isEqualTo("(error) ERR unknown");
        assertThat(RedisText.typed(new RedisAnswer.Bulk("say \"hi\"\\\n\u001b\u00e9")))
                .isEqualTo("\"say \\\"hi\\\"\\\\\\n\\x1b\\xe9\"");
    }

    @Test
    void numbersAndIndentsLists() {
        assertThat(RedisText.typed(NESTED))
                .isEqualTo(
                        """
                1) "a"
                2) 1) (integer) 7
                   2) (nil)
                3) (empty array)
                4) (error) ERR no""");
        assertThat(RedisText.typed(new RedisAnswer.Many(Collections.nCopies(10, new RedisAnswer.Whole(1)))))
                .startsWith(" 1) (integer) 1\n 2) ")
                .endsWith("\n10) (integer) 1");
    }

    @Test
    void writesBareBytesForPrograms() {
        assertThat(new String(RedisText.bare(NESTED), StandardCharsets.UTF_8)).isEqualTo("a\n7\n\n\nERR no");
        assertThat(RedisText.bare(new RedisAnswer.Bulk("\u00ff\u0000"))).containsExactly(0xff, 0);
    }
}
