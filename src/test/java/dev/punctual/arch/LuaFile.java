package dev.punctual.arch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Lua file as text: the comment lines at its top; the rest without comments, behind the preludes that it uses. */
record LuaFile(String name, List<String> header, String body) {
    static final Path FOLDER = Path.of("src/main/resources/lua");

    private static final Pattern KEY =
            Pattern.compile("KEYS\\[(\\d+)] \\S.* (string|hash|zset|list|set|stream): \\S.*");
    private static final Pattern ARGUMENT = Pattern.compile("ARGV\\[(\\d+)(\\.\\.)?] \\S.*: \\S.*");

    static Stream<LuaFile> all() throws IOException {
        if (!Files.isDirectory(FOLDER)) {
            return Stream.empty();
        }
        List<LuaFile> files = new ArrayList<>();
        try (Stream<Path> paths = Files.list(FOLDER)) {
            for (Path path :
                    paths.filter(p -> p.toString().endsWith(".lua")).sorted().toList()) {
                files.add(read(path));
            }
        }
        return files.stream();
    }

    static LuaFile read(Path path) throws IOException {
        List<String> lines = Files.readAllLines(path);
        List<String> header = lines.stream()
                .takeWhile(line -> line.startsWith("--"))
                .map(line -> line.substring(2).strip())
                .toList();
        StringBuilder body = new StringBuilder();
        for (String prelude : preludes(header)) {
            body.append(read(FOLDER.resolve(prelude + ".lua")).body()).append('\n');
        }
        lines.stream().skip(header.size()).forEach(line -> body.append(line.replaceFirst("--.*$", ""))
                .append('\n'));
        return new LuaFile(path.getFileName().toString().replace(".lua", ""), header, body.toString());
    }

    private static List<String> preludes(List<String> header) {
        return header.stream()
                .filter(line -> line.startsWith("uses:"))
                .flatMap(line -> Stream.of(line.substring("uses:".length()).split(",")))
                .map(String::strip)
                .filter(prelude -> !prelude.isEmpty())
                .toList();
    }

    boolean isPrelude() {
        return name.startsWith("_");
    }

    /** What stands behind the label, or nothing if the header has no such line. */
    Optional<String> headerLine(String label) {
        return header.stream()
                .filter(line -> line.startsWith(label + ":"))
                .map(line -> line.substring(label.length() + 1).strip())
                .filter(text -> !text.isEmpty())
                .findFirst();
    }

    /** The header lines that speak of KEYS or ARGV, well written or not. */
    List<String> headerLinesOf(String table) {
        return header.stream().filter(line -> line.startsWith(table + "[")).toList();
    }

    static boolean isWellWritten(String headerLine) {
        return KEY.matcher(headerLine).matches() || ARGUMENT.matcher(headerLine).matches();
    }

    Set<Integer> documented(String table) {
        return numbers(Pattern.compile("^" + table + "\\[(\\d+)"), String.join("\n", header));
    }

    Set<Integer> used(String table) {
        return numbers(Pattern.compile("\\b" + table + "\\[(\\d+)]"), body);
    }

    /** Whether the body reaches into the table by a computed index, or hands the whole of it on. */
    boolean reachesFreelyInto(String table) {
        return Pattern.compile("\\b" + table + "\\b(?!\\[\\d+])").matcher(body).find();
    }

    /** Whether the header ends the arguments with groups that repeat. */
    boolean repeatsArguments() {
        return header.stream().anyMatch(line -> line.matches("ARGV\\[\\d+\\.\\.].*"));
    }

    /** Each call of Redis in the body, from the name of the command to the end of its arguments. */
    List<String> commands() {
        List<String> calls = new ArrayList<>();
        Matcher start = Pattern.compile("redis\\.p?call\\(").matcher(body);
        while (start.find()) {
            int depth = 1;
            int end = start.end();
            while (end < body.length() && depth > 0) {
                char c = body.charAt(end++);
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
            calls.add(body.substring(start.end(), end - 1).replaceAll("\\s+", " "));
        }
        return calls;
    }

    private static Set<Integer> numbers(Pattern pattern, String text) {
        return Pattern.compile(pattern.pattern(), Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(result -> Integer.valueOf(result.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String toString() {
        return name;
    }
}
