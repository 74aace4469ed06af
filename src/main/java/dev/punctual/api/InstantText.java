package dev.punctual.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Instants as clients write them: RFC 3339 with an offset. */
public final class InstantText {

    /** How an instant may be written. */
    public static final String FORM = "must be an RFC 3339 instant with an offset, like 2030-01-31T09:00:00Z or"
            + " 2030-01-31T09:00:00.250+01:00";

    private static final int LONGEST = 64;
    private static final long SECONDS_OF_DAY = 86_400;
    private static final Pattern RFC_3339 = Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})"
            + "[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]+))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))");
    private static final DateTimeFormatter MILLIS = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")
            .toFormatter(Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private InstantText() {}

    /**
     * Reads an instant; what is finer than a millisecond counts as a whole one, so that nothing is early. {@code 24:00:00}
     * is the next midnight, and a leap second is the second after it.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    public static Instant parse(String text) {
        Matcher matcher = RFC_3339.matcher(text);
        if (text.length() > LONGEST || !matcher.matches()) {
            throw new IllegalArgumentException(FORM);
        }
        try {
            LocalDate date = LocalDate.of(number(matcher, 1), number(matcher, 2), number(matcher, 3));
            long local = date.toEpochDay() * SECONDS_OF_DAY + secondOfDay(matcher);
            long utc = local - offsetSeconds(matcher);
            if (number(matcher, 6) == 60 && !isEndOfMonth(utc)) {
                throw new IllegalArgumentException("has a leap second where none can be");
            }
            return Instant.ofEpochSecond(utc).plusMillis(millisRoundedUp(matcher.group(7)));
        } catch (DateTimeException noSuchDay) {
            throw new IllegalArgumentException("is no day of the calendar", noSuchDay);
        }
    }

    /** Writes an instant in UTC with three decimals. */
    public static String format(Instant instant) {
        return MILLIS.format(instant);
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    private static long secondOfDay(Matcher matcher) {
        int hour = number(matcher, 4);
        int minute = number(matcher, 5);
        int second = number(matcher, 6);
        boolean midnightAtTheEnd = hour == 24 && minute == 0 && second == 0 && millisRoundedUp(matcher.group(7)) == 0;
        if ((hour > 23 && !midnightAtTheEnd) || minute > 59 || second > 60) {
            throw new IllegalArgumentException("is no time of the day");
        }
        return hour * 3600L + minute * 60L + second;
    }

    private static long offsetSeconds(Matcher matcher) {
        if (matcher.group(8) == null) {
            return 0;
        }
        int hours = number(matcher, 9);
        int minutes = number(matcher, 10);
        if (hours > 23 || minutes > 59) {
            throw new IllegalArgumentException("has an offset that is no time of the day");
        }
        long seconds = hours * 3600L + minutes * 60L;
        return matcher.group(8).equals("-") ? -seconds : seconds;
    }

    private static boolean isEndOfMonth(long afterTheLeapSecond) {
        LocalDateTime next = LocalDateTime.ofEpochSecond(afterTheLeapSecond, 0, ZoneOffset.UTC);
        return Math.floorMod(afterTheLeapSecond, SECONDS_OF_DAY) == 0 && next.getDayOfMonth() == 1;
    }

    private static long millisRoundedUp(@Nullable String fraction) {
        if (fraction == null) {
            return 0;
        }
        String padded = fraction + "000";
        long millis = Long.parseLong(padded.substring(0, 3));
        boolean finer = padded.substring(3).chars().anyMatch(digit -> digit != '0');
        return finer ? millis + 1 : millis;
    }
}
