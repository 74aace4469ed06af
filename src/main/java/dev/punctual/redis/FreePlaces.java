package dev.punctual.redis;

import dev.punctual.core.QueueName;
import java.util.Map;

/** Free places by queue, as the claim scripts read them. */
final class FreePlaces {

    private FreePlaces() {}

    static String text(Map<QueueName, Integer> free) {
        if (free.isEmpty()) {
            return "";
        }
        StringBuilder json = new StringBuilder("{");
        free.forEach((queue, places) -> json.append(json.length() == 1 ? "\"" : ",\"")
                .append(queue) // its characters need no escape
                .append("\":")
                .append(places));
        return json.append('}').toString();
    }
}
