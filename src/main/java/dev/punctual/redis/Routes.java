package dev.punctual.redis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.core.Queue;
import dev.punctual.core.Queues;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Target;
import java.util.ArrayList;
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
            List<Object> route = new ArrayList<>(List.of(
                    place(queue.target()),
                    Reply.retry(queue.retry()),
                    queue.deadline() == null ? false : queue.deadline().toMillis()));
            route.addAll(kind(queue.target()));
            routes.put(queue.name().value(), route);
        }
        try {
            return new ObjectMapper().writeValueAsString(routes);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String place(Target target) {
        if (target instanceof Target.RedisStream stream) {
            return stream.key();
        }
        if (target instanceof Target.Channel channel) {
            return channel.channel();
        }
        return target instanceof Target.RedisList list ? list.key() : "";
    }

    private static List<Object> kind(Target target) {
        if (target instanceof Target.Leased leased) {
            return List.of("lease", leased.lease().toMillis());
        }
        if (target instanceof Target.RedisStream stream) {
            return List.of("stream", stream.maxLength() == null ? false : stream.maxLength());
        }
        return target instanceof Target.Channel ? List.of("channel") : List.of();
    }
}
