package dev.punctual.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What Redis tells of itself.
 *
 * @param info the fields of INFO; empty where it is refused
 * @param settings what CONFIG tells
 * @param notifications whether notifications arrive, by trial
 * @param rights what the Redis user may not do
 * @param expiry how long a key that nobody reads outlives its TTL
 * @param clockSkew Redis's clock minus this machine's
 * @param stock the keys of the namespace
 */
public record RedisFacts(
        Map<String, String> info,
        Settings settings,
        NotificationState notifications,
        Rights rights,
        Expiry expiry,
        Duration clockSkew,
        Stock stock) {

    /** A field of INFO; empty where it is not told. */
    public String told(String field) {
        return info.getOrDefault(field, "");
    }

    /** A number of INFO; empty where it is not told. */
    public OptionalLong number(String field) {
        return whole(told(field));
    }

    static OptionalLong whole(String text) {
        return text.matches("-?[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /**
     * Settings by their names.
     *
     * @param values what CONFIG GET tells; empty where it is refused
     * @param refusal the words of the refusal; empty where there is none
     * @param neededFlags the flags of notify-keyspace-events that the subscription needs
     */
    public record Settings(Map<String, String> values, String refusal, String neededFlags) {

        /** A setting; null where it is not told. */
        public @Nullable String value(String name) {
            return values.get(name);
        }

        /** A setting that is a number; empty where it is not told. */
        public OptionalLong number(String name) {
            return whole(values.getOrDefault(name, ""));
        }
    }

    /**
     * The rights of the Redis user.
     *
     * @param user its name; empty where it is not told
     * @param missing commands with their keys or channels that are refused, as they would be sent
     * @param trouble why that could not be found out; empty where it could
     */
    public record Rights(String user, List<String> missing, String trouble) {}

    /**
     * A probe key that was left alone.
     *
     * @param lag from the end of its TTL to its removal; null where that did not come in time
     * @param waited how long it was waited for
     * @param trouble why it could not be tried; empty where it could
     */
    public record Expiry(@Nullable Duration lag, Duration waited, String trouble) {}

    /**
     * The keys of the namespace.
     *
     * @param layout the version of the key layout; empty where there is none
     * @param records ids of jobs that have lost their place
     * @param entries ids in the schedule or another index that have no record which belongs there
     * @param dueKeys due keys that belong to no waiting job
     * @param searched how far the search came
     */
    public record Stock(String layout, Orphans records, Orphans entries, Orphans dueKeys, Searched searched) {}

    /**
     * @param count how many
     * @param examples some of them
     */
    public record Orphans(long count, List<String> examples) {}

    /**
     * @param keys how many keys and entries were looked at
     * @param complete whether these were all
     * @param trouble why it broke off; empty where it did not
     */
    public record Searched(long keys, boolean complete, String trouble) {}
}
