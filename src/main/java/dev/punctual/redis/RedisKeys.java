package dev.punctual.redis;

import dev.punctual.core.DueKey;
import dev.punctual.core.Generation;
import dev.punctual.core.JobId;
import dev.punctual.core.QueueName;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Every key and channel of a namespace. Immutable. */
final class RedisKeys {

    private static final int MAX_GENERATION_DIGITS = 15;

    private final String namespace;
    private final String partition;
    private final String duePrefix;

    RedisKeys(String namespace) {
        this.namespace = namespace;
        this.partition = "{" + namespace + ".0}:";
        this.duePrefix = partition + "due:";
    }

    String schedule() {
        return partition + "schedule";
    }

    String running() {
        return partition + "running";
    }

    String dead() {
        return partition + "dead";
    }

    String finished() {
        return partition + "finished";
    }

    /** The queues that are paused or have parked jobs. */
    String held() {
        return partition + "held";
    }

    /** Jobs of a queue that wait for capacity or a resume. */
    String parked(QueueName queue) {
        return partition + "parked:" + queue;
    }

    /** The order of scheduling among jobs of one due time: of those on the schedule, or parked of a queue. */
    String order(@Nullable QueueName queue, long dueAtMillis) {
        return queue == null ? partition + "order:" + dueAtMillis : partition + "line:" + dueAtMillis + ":" + queue;
    }

    String counts() {
        return partition + "counts";
    }

    String job(String id) {
        return partition + "job:" + id;
    }

    String due(DueKey key) {
        return duePrefix + key.generation() + ":" + key.id();
    }

    String probe(String instance) {
        return partition + "probe:" + instance;
    }

    String fires() {
        return namespace + ":fires";
    }

    String causes() {
        return namespace + ":fires:causes";
    }

    String counters() {
        return namespace + ":counters";
    }

    String instances() {
        return namespace + ":instances";
    }

    String listeners() {
        return namespace + ":listeners";
    }

    String layout() {
        return namespace + ":layout";
    }

    /** The channel on which instances tell each other of a new earliest job, and of their coming and going. */
    String wake() {
        return namespace + ":wake";
    }

    /** The list of a queue whose configuration names none, without the queue. */
    static String listPrefix(String namespace) {
        return namespace + ":queue:";
    }

    /** A pattern for SCAN that fits all records. */
    String jobPattern() {
        return escaped(partition + "job:") + "*";
    }

    /** A pattern for SCAN that fits all records and due keys, and the index of dead jobs. */
    String recordsAndDueKeys() {
        return escaped(partition) + "[jd]*";
    }

    boolean isJob(String key) {
        return key.startsWith(partition + "job:");
    }

    /** A pattern for the notifications of all due keys of a database, by key. */
    String duePattern(int database) {
        return escaped("__keyspace@" + database + "__:" + duePrefix) + "*";
    }

    /** The id of a record's key. */
    String idOf(String jobKey) {
        return jobKey.substring(partition.length() + 4);
    }

    /** Reads the name of a due key; empty for every other key. */
    Optional<DueKey> parseDue(String key) {
        if (!key.startsWith(duePrefix)) {
            return Optional.empty();
        }
        int colon = key.indexOf(':', duePrefix.length());
        int digits = colon - duePrefix.length();
        if (digits < 1 || digits > MAX_GENERATION_DIGITS) {
            return Optional.empty();
        }
        long generation = 0;
        for (int i = duePrefix.length(); i < colon; i++) {
            char digit = key.charAt(i);
            if (digit < '0' || digit > '9') {
                return Optional.empty();
            }
            generation = generation * 10 + (digit - '0');
        }
        String id = key.substring(colon + 1);
        if (generation < 1 || !JobId.isValid(id)) {
            return Optional.empty();
        }
        return Optional.of(new DueKey(new JobId(id), new Generation(generation)));
    }

    private static String escaped(String literal) {
        return literal.replaceAll("([\\\\*?\\[\\]])", "\\\\$1");
    }
}
