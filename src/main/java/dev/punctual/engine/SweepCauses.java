package dev.punctual.engine;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.punctual.core.ClaimedFire;
import dev.punctual.core.DueKey;
import dev.punctual.core.Settlement;
import dev.punctual.core.SweepCause;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out why a sweep had to fire a job, from when its notification came: before the sweep (there was no capacity:
 * saturated), after it (late), or not within a stated time (lost). Keeps what it needs in bounded memory. Thread-safe;
 * no method blocks for long.
 */
final class SweepCauses {

    private static final int REMEMBERED = 65_536;
    private static final int MAX_PENDING = 65_536;

    /** A notification that came longer before the due time than two clocks may differ was forged and says nothing. */
    private static final long CLOCK_SLACK_NANOS = SECONDS.toNanos(1);

    private final long settleNanos;
    private final Map<DueKey, Long> heardNanos = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<DueKey, Long> eldest) {
            return size() > REMEMBERED;
        }
    };
    private final Map<DueKey, Pending> pending = new LinkedHashMap<>();
    private List<Settlement> settled = new ArrayList<>();

    private record Pending(ClaimedFire fire, long untilNanos) {}

    /**
     * @param settleNanos how long after a sweep a notification still counts as late
     */
    SweepCauses(long settleNanos) {
        this.settleNanos = settleNanos;
    }

    /**
     * A notification came.
     *
     * @return true where a sweep has taken that job already, so that nothing is left to claim
     */
    synchronized boolean heard(DueKey key, long atNanos) {
        Pending swept = pending.remove(key);
        if (swept != null) {
            settled.add(new Settlement(swept.fire, SweepCause.LATE));
            return true;
        }
        heardNanos.put(key, atNanos);
        return false;
    }

    /** The notification led to a claim; nothing more needs to be known of it. */
    synchronized void claimed(DueKey key) {
        heardNanos.remove(key);
    }

    /**
     * A sweep has fired a job.
     *
     * @param askedNanos when the sweep began its claim
     * @param mayStillCome whether notifications arrive at all at present
     * @return the cause, where it is certain already
     */
    synchronized @Nullable SweepCause swept(ClaimedFire fire, long askedNanos, boolean mayStillCome) {
        SweepCause claimedAs = fire.fire().cause();
        Long heard = heardNanos.remove(fire.dueKey());
        if (claimedAs != SweepCause.LOST) {
            return claimedAs;
        }
        if (heard != null
                && askedNanos - heard <= MILLISECONDS.toNanos(fire.fire().lagMillis()) + CLOCK_SLACK_NANOS) {
            SweepCause cause = heard - askedNanos < 0 ? SweepCause.SATURATED : SweepCause.LATE;
            settled.add(new Settlement(fire, cause));
            return null;
        }
        if (!mayStillCome || pending.size() >= MAX_PENDING) {
            return SweepCause.LOST;
        }
        pending.put(fire.dueKey(), new Pending(fire, System.nanoTime() + settleNanos));
        return null;
    }

    /** What has been decided since the last call: late and saturated ones to be written, and lost ones whose time is up. */
    synchronized List<Settlement> decided(long nowNanos) {
        List<Settlement> decided = settled;
        settled = new ArrayList<>();
        Iterator<Pending> oldestFirst = pending.values().iterator();
        while (oldestFirst.hasNext()) {
            Pending next = oldestFirst.next();
            if (next.untilNanos - nowNanos > 0) {
                break;
            }
            decided.add(new Settlement(next.fire, SweepCause.LOST));
            oldestFirst.remove();
        }
        return decided;
    }

    /** Takes back what could not be written. */
    synchronized void takeBack(List<Settlement> undecided) {
        settled.addAll(undecided);
    }

    /** Whether something waits for its cause. */
    synchronized boolean isOpen() {
        return !pending.isEmpty() || !settled.isEmpty();
    }
}
