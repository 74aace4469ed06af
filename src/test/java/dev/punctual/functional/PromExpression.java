package dev.punctual.functional;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** As much of a PromQL expression as is needed to hold its names against a scrape; a stand-in for promtool's parser. */
record PromExpression(String text, List<Selector> selectors, Set<String> groupedBy) {

    private static final Pattern GROUPING =
            Pattern.compile("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");
    private static final Pattern SELECTOR =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(\\{((?:[^}\"]|\"[^\"]*\")*)}|\\()?");
    private static final Pattern MATCHER = Pattern.compile("\\s*([a-zA-Z_]\\w*)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"\\s*,?");
    private static final Pattern DURATION = Pattern.compile("(\\[[^]]*]|\\boffset\\s+\\w+)");
    private static final Set<String> WORDS =
            Set.of("and", "or", "unless", "bool", "sum", "max", "min", "count", "avg", "by", "without");

    /** A metric and what is asked of its labels. */
    record Selector(String metric, Map<String, Asked> labels) {}

    /** @param operator one of {@code = != =~ !~} */
    record Asked(String operator, String value) {

        /** The values that have to be there. */
        List<String> values() {
            return switch (operator) {
                case "=" -> List.of(value);
                case "=~" -> Stream.of(value.split("\\|")).toList();
                default -> List.of();
            };
        }
    }

    static PromExpression parse(String text) {
        if (!isBalanced(text)) {
            throw new IllegalArgumentException("brackets do not fit: " + text);
        }
        Set<String> groupedBy = new LinkedHashSet<>();
        GROUPING.matcher(text)
                .results()
                .flatMap(found -> Stream.of(found.group(2).split(",")))
                .map(String::strip)
                .filter(label -> !label.isEmpty())
                .forEach(groupedBy::add);
        String rest = DURATION.matcher(GROUPING.matcher(text).replaceAll(" ")).replaceAll(" ");
        List<Selector> selectors = new ArrayList<>();
        Matcher found = SELECTOR.matcher(rest);
        while (found.find()) {
            boolean call = "(".equals(found.group(2));
            if (!call && !WORDS.contains(found.group(1))) {
                selectors.add(new Selector(found.group(1), labels(found.group(3), text)));
            }
        }
        if (selectors.isEmpty()) {
            throw new IllegalArgumentException("no metric in: " + text);
        }
        return new PromExpression(text, List.copyOf(selectors), Set.copyOf(groupedBy));
    }

    private static Map<String, Asked> labels(String inner, String text) {
        Map<String, Asked> labels = new LinkedHashMap<>();
        if (inner == null) {
            return labels;
        }
        Matcher matcher = MATCHER.matcher(inner);
        int end = 0;
        while (matcher.find()) {
            labels.put(matcher.group(1), new Asked(matcher.group(2), matcher.group(3)));
            end = matcher.end();
        }
        if (!inner.substring(end).isBlank()) {
            throw new IllegalArgumentException("labels cannot be read in: " + text);
        }
        return labels;
    }

    private static boolean isBalanced(String text) {
        StringBuilder open = new StringBuilder();
        boolean quoted = false;
        for (char c : text.toCharArray()) {
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && "([{".indexOf(c) >= 0) {
                open.append(c);
            } else if (!quoted && ")]}".indexOf(c) >= 0) {
                int last = open.length() - 1;
                if (last < 0 || "([{".indexOf(open.charAt(last)) != ")]}".indexOf(c)) {
                    return false;
                }
                open.setLength(last);
            }
        }
        return open.isEmpty() && !quoted;
    }
}
