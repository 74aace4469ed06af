package dev.punctual.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The claim prelude writes instants as java.time does. */
@Tag("redis")
class EnvelopeInstantTest {

    private static final DateTimeFormatter RFC_3339 =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final long FIRST = Instant.parse("0000-01-01T00:00:00Z").toEpochMilli();
    private static final long LAST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
    private static final int CHUNK = 4000;

    private final Namespace ns = new Namespace();
    private final String function = instantFunction();

    @Test
    void writesTheBeginningsAndEndsOfAllMonthsOfAllYears() {
        List<Long> millis = new ArrayList<>();
        for (int year = 0; year <= 9999; year += year % 100 > 96 || year % 100 < 4 ? 1 : 13) {
            for (int month = 1; month <= 12; month++) {
                LocalDate first = LocalDate.of(year, month, 1);
                millis.add(first.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli());
                millis.add(YearMonth.of(year, month)
                                .atEndOfMonth()
                                .plusDays(1)
                                .atStartOfDay(ZoneOffset.UTC)
                                .toInstant()
                                .toEpochMilli()
                        - 1);
            }
        }
        millis.removeIf(one -> one < FIRST || one > LAST);

        assertSameText(millis);
    }

    @Test
    void writesTheTwentyNinthOfFebruaryOfLeapYearsOnly() {
        List<Long> millis = new ArrayList<>();
        for (int year : new int[] {0, 4, 100, 400, 1600, 1896, 1900, 1904, 1970, 1972, 2000, 2024, 2100, 2400, 9996}) {
            LocalDate end = YearMonth.of(year, 2).atEndOfMonth();
            millis.add(end.atTime(23, 59, 59, 999_000_000)
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli());
            millis.add(end.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli());
        }

        assertSameText(millis);
    }

    @Test
    void writesInstantsOfAnyTime() {
        Random random = new Random(20261130);
        List<Long> millis = new ArrayList<>(List.of(FIRST, LAST, -1L, 0L, 1L, 999L, 1000L, -999L, -1000L, -1001L));
        random.longs(20_000, FIRST, LAST + 1).forEach(millis::add);

        assertSameText(millis);
    }

    private void assertSameText(List<Long> millis) {
        for (int from = 0; from < millis.size(); from += CHUNK) {
            List<Long> chunk = millis.subList(from, Math.min(millis.size(), from + CHUNK));
            Stream<String> words = chunk.stream().map(String::valueOf);
            Object written = ns.lua(function, words.toArray(String[]::new));
            assertThat((List<?>) written)
                    .isEqualTo(chunk.stream()
                            .map(one -> RFC_3339.format(Instant.ofEpochMilli(one)))
                            .toList());
        }
    }

    private static String instantFunction() {
        String prelude = read("/lua/_claim.lua");
        int begin = prelude.indexOf("local seconds = {}");
        int end = prelude.indexOf("local due_texts, fired_at =");
        assertThat(begin).isPositive();
        assertThat(end).isGreaterThan(begin);
        return prelude.substring(begin, end)
                + "\nlocal all = {} for i, millis in ipairs(ARGV) do all[i] = instant(tonumber(millis)) end return all";
    }

    private static String read(String resource) {
        try (InputStream file = EnvelopeInstantTest.class.getResourceAsStream(resource)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
