package dev.punctual.redis;

import dev.punctual.core.FirePath;
import java.util.List;

/**
 * Who claims, and what a claim script must know of queues and fire log.
 *
 * @param instance the name of this instance
 * @param routes the queues, see {@link Routes}
 * @param keepFires about how many fire records the log keeps
 */
record Claimer(String instance, String routes, int keepFires) {

    /** The first four arguments of both claim scripts. */
    List<String> args(FirePath path) {
        return List.of(instance, path.word(), routes, Integer.toString(keepFires));
    }
}
