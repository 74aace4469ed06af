package dev.punctual.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rights that the doctor asks for are those that scripts and classes use. */
final class NeededRightsTest {

    private static final Pattern IN_SCRIPTS = Pattern.compile("redis\\.p?call\\('([A-Za-z]+)'");
    private static final Pattern IN_CLASSES = Pattern.compile("(?:redis|commands) -> (?:redis|commands)\\.([a-z]+)");

    private static final FeedChannels CHANNELS =
            new FeedChannels(FeedSettings.Subscription.KEYEVENT, new RedisKeys("punctual"), 0, "{punctual.0}:probe:x");

    private static Set<String> asked() {
        return NeededRights.of("punctual", CHANNELS, NeededRights.noQueues("punctual")).stream()
                .map(line -> line.split(" ", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> used(String folder, String ending, Pattern call) throws IOException {
        Set<String> commands = new TreeSet<>();
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(ending)).toList()) {
                call.matcher(Files.readString(file))
                        .results()
                        .forEach(one -> commands.add(one.group(1).toUpperCase(Locale.ROOT)));
            }
        }
        return commands;
    }

    @Test
    void nameEachCommandOfAScript() throws IOException {
        Set<String> used = used("src/main/resources/lua", ".lua", IN_SCRIPTS);
        assertThat(used).contains("ZADD", "XADD").isSubsetOf(asked());
    }

    @Test
    void nameEachCommandThatAClassSends() throws IOException {
        Set<String> used = used("src/main/java/dev/punctual/redis", ".java", IN_CLASSES);
        // The user may always be asked for its own name; it is only shown.
        used.remove("ACL");
        assertThat(used).contains("SCAN", "HKEYS").isSubsetOf(asked());
    }

    @Test
    void letOneWayToHearNotificationsBeEnough() {
        String pattern = "PSUBSCRIBE __keyevent@*__:expired";
        String plain = "SUBSCRIBE __keyevent@0__:expired";
        var needed = NeededRights.of("punctual", CHANNELS, NeededRights.noQueues("punctual"));
        assertThat(needed).contains(pattern, plain);
        assertThat(NeededRights.judged(needed, List.of(pattern, "GET x"))).containsExactly("GET x");
        assertThat(NeededRights.judged(needed, List.of(pattern, plain))).containsExactly(pattern, plain);
    }
}
