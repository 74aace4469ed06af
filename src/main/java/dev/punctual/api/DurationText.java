package dev.punctual.api;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as clients write them: {@code 1500ms}, {@code 30s}, {@code 10m}, {@code 2h}, {@code 7d}, {@code PT30M}. */
public final class DurationText {

    /** How a duration may be written. */
    public static final String FORM = "must be a duration like 1500ms, 30s, 10m, 2h, 7d or PT30M";

    private static final int LONGEST = 64;
    private static final Pattern SHORT = Pattern.compile("([0-9]+)(ms|s|m|h|d)");
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "ms", ChronoUnit.MILLIS,
            "s", ChronoUnit.SECONDS,
            "m", ChronoUnit.MINUTES,
            "h", ChronoUnit.HOURS,
            "d", ChronoUnit.DAYS);

    private DurationText() {}

    /**
     * Reads a duration; what is finer than a millisecond counts as a whole one.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public static Duration parse(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(FORM);
        }
        try {
            Matcher matcher = SHORT.matcher(text);
            Duration duration = matcher.matches()
                    ? Duration.of(Long.parseLong(matcher.group(1)), unit(matcher.group(2)))
                    : Duration.parse(text);
            Duration millis = Duration.ofMillis(duration.toMillis());
            // Never shorter than asked for.
            return millis.compareTo(duration) < 0 ? millis.plusMillis(1) : millis;
        } catch (NumberFormatException | ArithmeticException tooLong) {
            throw new IllegalArgumentException("is out of all range", tooLong);
        } catch (DateTimeException otherForm) {
            throw new IllegalArgumentException(FORM, otherForm);
        }
    }

    /** Writes a duration in its largest unit that is exact. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 0) {
            return "0s";
        }
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds % 60 != 0) {
            return seconds + "s";
        }
        if (seconds % 3600 != 0) {
            return seconds / 60 + "m";
        }
        return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3600 + "h";
    }

    private static ChronoUnit unit(String suffix) {
        ChronoUnit unit = UNITS.get(suffix);
        if (unit == null) {
            throw new IllegalArgumentException(FORM);
        }
        return unit;
    }
}
