package dev.punctual.redis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.core.Queue;
import dev.punctual.core.Queues;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the claim scripts need to know of the queues, as one JSON text. */
final class Routes {

    private Routes() {}

    static String of(String namespace, Queues queues) {
        Map<String, List<Object>> routes = new LinkedHashMap<>();
        routes.put("", List.of(RedisKeys.listPrefix(namespace), Reply.retry(RetryPolicy.DEFAULT), false));
        for (Queue queue : queues.named()) {
            routes.put(
                    queue.name().value(),
                    List.of(
                            listKey(queue),
                            Reply.retry(queue.retry()),
                            queue.deadline() == null ? false : queue.deadline().toMillis()));
        }
        try {
            return new ObjectMapper().writeValueAsString(routes);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String listKey(Queue queue) {
        return ((Target.RedisList) queue.target()).key();
    }
}
