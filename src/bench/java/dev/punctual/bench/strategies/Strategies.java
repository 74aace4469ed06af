package dev.punctual.bench.strategies;

import dev.punctual.bench.peers.Contender;
import dev.punctual.bench.peers.Program;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The program of all strategies: {@code <strategy> <verb> [--option value...]}. */
public final class Strategies {

    private static final Map<String, Contender.Opening> ALL = new LinkedHashMap<>();

    static {
        ALL.put("zset-poll", options -> new ZsetPoll(options.server()));
        ALL.put("list-per-task", options -> new ListPerTask(options.server()));
        ALL.put("zset-to-queue", options -> new ZsetToQueue(options.server()));
        ALL.put("plain-notification", options -> new PlainNotification(options.server()));
        ALL.put("ring", options -> new Ring(options.server()));
    }

    private Strategies() {}

    public static void main(String[] arguments) {
        Contender.Opening opening = arguments.length == 0 ? null : ALL.get(arguments[0]);
        if (opening == null) {
            System.err.println("strategies: " + String.join(" ", ALL.keySet()));
            System.exit(2);
        }
        Program.run(Arrays.copyOfRange(arguments, 1, arguments.length), Strategies.class, opening);
    }
}
