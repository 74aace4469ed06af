package dev.punctual.bench.peers;

/** One job as every system gets it: the same 200 bytes of JSON for each. */
public record Job(String id, long dueAtMillis) {

    private static final int PAYLOAD_BYTES = 200;

    public static final String PAYLOAD =
            "{\"filler\":\"" + "x".repeat(PAYLOAD_BYTES - "{\"filler\":\"\"}".length()) + "\"}";
}
