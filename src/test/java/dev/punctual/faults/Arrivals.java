package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Await;
import dev.punctual.testkit.RedisAccess;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What has arrived in the list of the default queue. */
final class Arrivals {

    private static final Pattern ID = Pattern.compile("\\{\"id\":\"([^\"]+)\"");
    private static final Duration STILL = Duration.ofMillis(300);

    private final RedisAccess redis;
    private final String key;

    Arrivals(RedisAccess redis, String namespace) {
        this.redis = redis;
        this.key = namespace + ":queue:default";
    }

    /** The ids in the order of their arrival. */
    List<String> ids() {
        return redis.cliList("LRANGE", key, "0", "-1").stream()
                .map(Arrivals::idOf)
                .toList();
    }

    static String idOf(String text) {
        Matcher matcher = ID.matcher(text);
        assertThat(matcher.lookingAt()).as(text).isTrue();
        return matcher.group(1);
    }

    /** Waits until each has arrived, and goes on looking for a while in case that one comes twice. */
    void awaitOnce(Collection<String> ids, Duration limit) {
        Await.await("all have arrived")
                .atMost(limit)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(ids()).containsAll(ids));
        Await.await("none comes twice")
                .atMost(STILL.plusSeconds(5))
                .pollInterval(Duration.ofMillis(100))
                .during(STILL)
                .untilAsserted(this::assertNoneTwice);
    }

    void assertNoneTwice() {
        Map<String, Long> counts =
                ids().stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        counts.values().removeIf(count -> count == 1);
        assertThat(counts).as("arrived more than once").isEmpty();
    }
}
