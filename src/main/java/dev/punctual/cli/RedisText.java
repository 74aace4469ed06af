package dev.punctual.cli;

import dev.punctual.redis.RedisAnswer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Answers of Redis as redis-cli writes them: with their types for a person, bare for a program. */
final class RedisText {

    private RedisText() {}

    /** With types; every byte that is no visible ASCII is escaped. */
    static String typed(RedisAnswer answer) {
        return typed(answer, "");
    }

    private static String typed(RedisAnswer answer, String indent) {
        if (answer instanceof RedisAnswer.Status status) {
            return Visible.line(status.word());
        }
        if (answer instanceof RedisAnswer.Failure failure) {
            return "(error) " + Visible.line(failure.message());
        }
        if (answer instanceof RedisAnswer.Whole whole) {
            return "(integer) " + whole.value();
        }
        if (answer instanceof RedisAnswer.Bulk bulk) {
            return quoted(bulk.latin1());
        }
        if (answer instanceof RedisAnswer.Many many) {
            return numbered(many.items(), indent);
        }
        return "(nil)";
    }

    private static String numbered(List<RedisAnswer> items, String indent) {
        if (items.isEmpty()) {
            return "(empty array)";
        }
        int digits = Integer.toString(items.size()).length();
        String deeper = indent + " ".repeat(digits + 2);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                text.append('\n').append(indent);
            }
            String number = Integer.toString(i + 1);
            text.append(" ".repeat(digits - number.length())).append(number).append(") ");
            text.append(typed(items.get(i), deeper));
        }
        return text.toString();
    }

    private static String quoted(String latin1) {
        return latin1.chars().mapToObj(RedisText::escaped).collect(Collectors.joining("", "\"", "\""));
    }

    private static String escaped(int each) {
        return switch (each) {
            case '"', '\\' -> "\\" + (char) each;
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '\b' -> "\\b";
            case 0x07 -> "\\a";
            default -> each >= ' ' && each < 0x7f ? Character.toString(each) : "\\x%02x".formatted(each);
        };
    }

    /** The bytes as they are, an item a line. */
    static byte[] bare(RedisAnswer answer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(answer, bytes);
        return bytes.toByteArray();
    }

    private static void write(RedisAnswer answer, ByteArrayOutputStream to) {
        if (answer instanceof RedisAnswer.Many many) {
            for (int i = 0; i < many.items().size(); i++) {
                if (i > 0) {
                    to.write('\n');
                }
                write(many.items().get(i), to);
            }
        } else if (answer instanceof RedisAnswer.Bulk bulk) {
            to.writeBytes(bulk.latin1().getBytes(StandardCharsets.ISO_8859_1));
        } else if (answer instanceof RedisAnswer.Whole whole) {
            to.writeBytes(Long.toString(whole.value()).getBytes(StandardCharsets.US_ASCII));
        } else if (answer instanceof RedisAnswer.Status status) {
            to.writeBytes(status.word().getBytes(StandardCharsets.UTF_8));
        } else if (answer instanceof RedisAnswer.Failure failure) {
            to.writeBytes(failure.message().getBytes(StandardCharsets.UTF_8));
        }
    }
}
