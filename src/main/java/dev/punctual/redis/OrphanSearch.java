package dev.punctual.redis;

import dev.punctual.core.JobId;
import dev.punctual.core.PunctualException;
import dev.punctual.core.QueueName;
import dev.punctual.core.RedisFacts.Orphans;
import dev.punctual.core.RedisFacts.Searched;
import dev.punctual.core.RedisFacts.Stock;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Looks through the keys of a namespace for what has lost its other half, in steps that take Redis about a millisecond
 * each, and mends it where that is wanted. What the scripts decide holds at the moment at which they do. For one search.
 */
final class OrphanSearch {

    private static final int KEYS_A_STEP = 500;
    private static final int JOBS_A_CALL = 100;
    private static final int EXAMPLES = 5;

    /** SCAN may find a key twice; so many are remembered. */
    private static final int REMEMBERED = 100_000;

    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final DropEntries entries;
    private final Function<List<String>, List<String>> lost;
    private final Function<List<String>, List<String>> strayDues;
    private final boolean mend;
    private final Tally lostRecords = new Tally();
    private final Tally strayEntries = new Tally();
    private final Tally strayDueKeys = new Tally();
    private long looked;

    private static final class Tally {
        private final Set<String> seen = new HashSet<>();
        private final List<String> examples = new ArrayList<>();
        private long count;

        void addAll(List<String> found) {
            for (String one : found) {
                if (seen.contains(one)) {
                    continue;
                }
                count++;
                if (seen.size() < REMEMBERED) {
                    seen.add(one);
                }
                if (examples.size() < EXAMPLES) {
                    examples.add(one);
                }
            }
        }

        Orphans found() {
            return new Orphans(count, List.copyOf(examples));
        }
    }

    /**
     * @param mend whether what is found is mended
     */
    OrphanSearch(ScriptRunner runner, RedisKeys keys, boolean mend) {
        this.runner = runner;
        this.keys = keys;
        this.mend = mend;
        this.entries = new DropEntries(runner, keys);
        DropDueKeys dueKeys = new DropDueKeys(runner, keys);
        this.lost = mend ? new MendJobs(runner, keys)::call : new FindLost(runner, keys)::call;
        this.strayDues = dues -> dueKeys.call(dues, mend);
    }

    /**
     * Searches; what was found before a failure counts.
     *
     * @param limit how long at most
     */
    Stock run(Duration limit) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        String layout = "";
        boolean complete = false;
        String trouble = "";
        try {
            String known = runner.await(runner.command(redis -> redis.get(keys.layout())));
            layout = known == null ? "" : known;
            complete = searchIndexes(deadlineNanos) && searchKeys(deadlineNanos);
        } catch (PunctualException failed) {
            trouble = String.valueOf(failed.getMessage());
        }
        return new Stock(
                layout,
                lostRecords.found(),
                strayEntries.found(),
                strayDueKeys.found(),
                new Searched(looked, complete, trouble));
    }

    private boolean searchIndexes(long deadlineNanos) {
        for (String index : List.of(keys.schedule(), keys.running(), keys.dead(), keys.finished())) {
            if (!searchIndex(index, "", deadlineNanos)) {
                return false;
            }
        }
        for (String queue : runner.await(runner.command(redis -> redis.hkeys(keys.held())))) {
            if (QueueName.isValid(queue) && !searchIndex(keys.parked(new QueueName(queue)), queue, deadlineNanos)) {
                return false;
            }
        }
        return true;
    }

    private boolean searchIndex(String index, String queue, long deadlineNanos) {
        long start = 0;
        while (System.nanoTime() < deadlineNanos) {
            DropEntries.Found found = entries.call(index, queue, start, JOBS_A_CALL, mend);
            looked += found.looked();
            strayEntries.addAll(found.ids());
            if (found.looked() < JOBS_A_CALL) {
                return true;
            }
            start += found.looked() - (mend ? found.ids().size() : 0);
        }
        return false;
    }

    private boolean searchKeys(long deadlineNanos) {
        ScanArgs args = ScanArgs.Builder.matches(keys.recordsAndDueKeys()).limit(KEYS_A_STEP);
        ScanCursor cursor = ScanCursor.INITIAL;
        while (System.nanoTime() < deadlineNanos) {
            ScanCursor from = cursor;
            KeyScanCursor<String> found = runner.await(runner.command(redis -> redis.scan(from, args)));
            look(found.getKeys());
            if (found.isFinished()) {
                return true;
            }
            cursor = found;
        }
        return false;
    }

    private void look(List<String> found) {
        List<String> ids = new ArrayList<>();
        List<String> dues = new ArrayList<>();
        for (String key : found) {
            if (keys.isJob(key)) {
                ids.add(keys.idOf(key));
            } else {
                keys.parseDue(key).ifPresent(due -> dues.add(due.generation() + ":" + due.id()));
            }
        }
        ids.removeIf(id -> !JobId.isValid(id));
        looked += ids.size() + dues.size();
        inParts(ids, part -> lostRecords.addAll(lost.apply(part)));
        inParts(dues, part -> strayDueKeys.addAll(strayDues.apply(part)));
    }

    private static void inParts(List<String> all, Consumer<List<String>> each) {
        for (int from = 0; from < all.size(); from += JOBS_A_CALL) {
            each.accept(all.subList(from, Math.min(all.size(), from + JOBS_A_CALL)));
        }
    }
}
