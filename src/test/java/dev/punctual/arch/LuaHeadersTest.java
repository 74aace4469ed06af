package dev.punctual.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The header of a Lua file agrees with its body and with the class that loads it. */
final class LuaHeadersTest {
    private static final Path OWNERS = Path.of("src/main/java/dev/punctual/redis");
    private static final Pattern LOAD = Pattern.compile("Script\\.load\\(\\s*\"(\\w+)\"\\s*,\\s*(\\d+)");

    static Stream<LuaFile> files() throws IOException {
        return LuaFile.all();
    }

    static Stream<LuaFile> scripts() throws IOException {
        return files().filter(file -> !file.isPrelude());
    }

    @ParameterizedTest
    @MethodSource("files")
    void aFileStatesItsPurposeFirst(LuaFile file) {
        assertThat(file.header()).isNotEmpty();
        assertThat(file.header().get(0)).matches("purpose: \\S.*");
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void aScriptSaysWhyItIsAtomicAndWhatItReturns(LuaFile script) {
        assertThat(script.name()).matches("[a-z]+(_[a-z]+)+");
        assertThat(script.headerLine("atomic")).isPresent();
        assertThat(script.headerLine("returns")).isPresent();
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void aScriptWritesItsKeysAndArgumentsInFull(LuaFile script) {
        assertThat(script.headerLinesOf("KEYS")).allMatch(LuaFile::isWellWritten);
        assertThat(script.headerLinesOf("ARGV")).allMatch(LuaFile::isWellWritten);
        assertThat(script.documented("KEYS"))
                .isEqualTo(oneTo(script.headerLinesOf("KEYS").size()));
        assertThat(script.documented("ARGV"))
                .isEqualTo(oneTo(script.documented("ARGV").size()));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void aScriptDocumentsEachKeyAndArgumentThatItUses(LuaFile script) {
        assertThat(script.documented("KEYS")).containsAll(script.used("KEYS"));
        if (!script.repeatsArguments()) {
            assertThat(script.documented("ARGV")).containsAll(script.used("ARGV"));
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void aScriptUsesEachKeyAndArgumentThatItDocuments(LuaFile script) {
        if (!script.reachesFreelyInto("KEYS")) {
            assertThat(script.used("KEYS")).containsAll(script.documented("KEYS"));
        }
        if (!script.reachesFreelyInto("ARGV")) {
            assertThat(script.used("ARGV")).containsAll(script.documented("ARGV"));
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void aRangeHasALimit(LuaFile file) {
        assertThat(file.commands())
                .filteredOn(LuaHeadersTest::rangesByScore)
                .allMatch(call -> call.toUpperCase(Locale.ROOT).contains("'LIMIT'"));
        assertThat(file.commands())
                .filteredOn(call -> call.toUpperCase(Locale.ROOT).matches("'X(REV)?RANGE'.*"))
                .allMatch(call -> call.toUpperCase(Locale.ROOT).contains("'COUNT'"));
        assertThat(file.commands())
                .noneMatch(call -> call.toUpperCase(Locale.ROOT).matches("'(KEYS|SMEMBERS|FLUSHDB|FLUSHALL|SCAN)'.*"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void timeIsTheTimeOfRedis(LuaFile file) {
        assertThat(file.body()).doesNotContain("os.time").doesNotContain("os.clock");
    }

    @Test
    void eachScriptIsLoadedByOneClassThatPassesAsManyKeys() throws IOException {
        Map<String, Integer> loaded = loads();
        Map<String, Integer> written = new HashMap<>();
        scripts()
                .forEach(script ->
                        written.put(script.name(), script.documented("KEYS").size()));
        assertThat(loaded).containsExactlyInAnyOrderEntriesOf(written);
    }

    private static Map<String, Integer> loads() throws IOException {
        List<MatchResult> found = new ArrayList<>();
        try (Stream<Path> sources = Files.walk(OWNERS)) {
            for (Path source :
                    sources.filter(p -> p.toString().endsWith(".java")).toList()) {
                found.addAll(LOAD.matcher(Files.readString(source)).results().toList());
            }
        }
        Map<String, Integer> loads = new HashMap<>();
        for (MatchResult load : found) {
            Integer before = loads.put(load.group(1), Integer.valueOf(load.group(2)));
            assertThat(before).as("loads of %s in two places", load.group(1)).isNull();
        }
        return loads;
    }

    private static boolean rangesByScore(String call) {
        String upper = call.toUpperCase(Locale.ROOT);
        return upper.matches("'Z(REV)?RANGEBY(SCORE|LEX)'.*")
                || (upper.matches("'ZRANGE'.*") && upper.matches(".*'BY(SCORE|LEX)'.*"));
    }

    private static Set<Integer> oneTo(int last) {
        Set<Integer> numbers = new TreeSet<>();
        IntStream.rangeClosed(1, last).forEach(numbers::add);
        return numbers;
    }
}
