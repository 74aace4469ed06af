package dev.punctual.bench.contenders;

import java.util.Map;

/** What a contender keeps its jobs in, started for it alone. */
interface Server extends AutoCloseable {

    /** As the programs take it. */
    String uri();

    /** Bytes in use. */
    long usedBytes();

    /** What the server has spent so far, by the names of the metrics; counts that only grow. */
    Map<String, Double> spent();

    /** Cuts every connection of every client. */
    void cutAll();

    @Override
    void close();

    static Server start(Contender contender) {
        return switch (contender.storage()) {
            case REDIS -> new RedisServer();
            case POSTGRESQL -> PostgresServer.start();
            case NONE -> new NoServer();
        };
    }
}
