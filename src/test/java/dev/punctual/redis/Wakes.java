package dev.punctual.redis;

import dev.punctual.testkit.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Hears what is published on a channel. */
final class Wakes implements AutoCloseable {

    private static final String END = "end of test";

    private final Namespace ns;
    private final String channel;
    private final RespClient ear;

    /** On the channel on which instances tell each other. */
    Wakes(Namespace ns) {
        this(ns, ns.keys.wake());
    }

    Wakes(Namespace ns, String channel) {
        this.ns = ns;
        this.channel = channel;
        this.ear = ns.redis.connect();
        ear.call("SUBSCRIBE", channel);
    }

    /** All that has been published since the start or the last call. */
    List<String> heard() {
        ns.redis.cli("PUBLISH", channel, END);
        List<String> texts = new ArrayList<>();
        while (true) {
            List<?> message = (List<?>) Objects.requireNonNull(ear.read());
            String text = String.valueOf(message.get(2));
            if (text.equals(END)) {
                return texts;
            }
            texts.add(text);
        }
    }

    @Override
    public void close() {
        ear.close();
    }
}
