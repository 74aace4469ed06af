package dev.punctual.targets;

import dev.punctual.core.InvalidJobException;
import dev.punctual.core.QueueName;
import dev.punctual.core.Target;
import java.time.Duration;

/** What a queue of the configuration says of its kind of target. Immutable. */
public sealed interface TargetSettings
        permits ChannelSettings, HandlerSettings, ListSettings, PullSettings, StreamSettings, WebhookSettings {

    /**
     * @throws InvalidJobException naming the setting and what is allowed
     */
    Target toTarget(Site site);

    /** Whether its jobs belong to a claimer for the time of a lease. */
    default boolean isLeased() {
        return false;
    }

    /**
     * Where the queue stands.
     *
     * @param namespace the beginning of every key
     * @param queue its name
     * @param lease how long a claimed job belongs to its claimer
     */
    record Site(String namespace, QueueName queue, Duration lease) {

        /** A name of the namespace's own. */
        String name(String kind) {
            return namespace + ":" + kind + ":" + queue;
        }

        /**
         * A key that jobs go to.
         *
         * @throws InvalidJobException if it is one that the service keeps
         */
        String key(String key) {
            boolean named = key.startsWith(namespace + ":queue:") || key.startsWith(namespace + ":stream:");
            if (key.startsWith("{" + namespace + ".") || (key.startsWith(namespace + ":") && !named)) {
                throw new InvalidJobException(
                        "key", "'" + key + "' is among the keys that the service keeps for itself");
            }
            return key;
        }
    }
}
