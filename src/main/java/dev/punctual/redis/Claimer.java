package dev.punctual.redis;

import dev.punctual.core.FirePath;
import java.util.ArrayList;
import java.util.List;

/**
 * Who claims, and what scripts must know of queues, fire log and the other instances.
 *
 * @param instance the name of this instance
 * @param routes the queues, see {@link Routes}
 * @param keepFires about how many fire records the log keeps
 * @param wakeChannel where instances hear of each other
 */
record Claimer(String instance, String routes, int keepFires, String wakeChannel) {

    /** The first three arguments of every script that begins or ends attempts; the list grows. */
    List<String> rules() {
        return new ArrayList<>(List.of(routes, Integer.toString(keepFires), wakeChannel));
    }

    /** The first five arguments of all claim scripts; the list grows. */
    List<String> args(FirePath path) {
        List<String> args = rules();
        args.add(instance);
        args.add(path.word());
        return args;
    }
}
