package dev.punctual.engine;

import dev.punctual.core.DueKey;
import dev.punctual.core.DueStore;
import dev.punctual.core.ExpiryFeed;
import dev.punctual.core.Telemetry;
import dev.punctual.core.WakeUp;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Both paths at work on one store: the feed's notifications go to the fast path, the reconciler catches the rest.
 * Thread-safe.
 */
public final class Engine implements WakeUp {

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    /** However long nothing is due, the nudger looks whether it was told of everything; the sweep does so more often. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private final DueStore store;
    private final FastPath fastPath;
    private final Nudger nudger;
    private final Reconciler reconciler;
    private final Janitor janitor;
    private final Trimmer trimmer;
    private final Mender mender;
    private final Settings settings;

    private volatile boolean listening;

    /** The settings of all loops. */
    public record Settings(FastPathSettings fastPath, NudgeSettings nudge, SweepSettings sweep) {}

    /**
     * @param instance the name of this instance
     * @param notificationsArrive whether notifications arrive at present, as far as is known
     */
    public Engine(
            DueStore store,
            Settings settings,
            String instance,
            BooleanSupplier notificationsArrive,
            Telemetry telemetry) {
        this.store = store;
        this.settings = settings;
        SweepSettings sweep = settings.sweep();
        HintQueue hints = new HintQueue(settings.fastPath().hints());
        SweepCauses causes = new SweepCauses(sweep.settle().toNanos());
        CatchUp catchUp = new CatchUp(this::nudgeAgain);
        Listeners listeners = new Listeners(instance);
        this.fastPath = new FastPath(store, hints, settings.fastPath().batch(), causes, listeners, catchUp, telemetry);
        this.nudger = new Nudger(
                store,
                new Nudger.Share(listeners, hints, settings.nudge().batch()),
                LONGEST_REST.toNanos(),
                () -> listening && !catchUp.isOpen(),
                telemetry);
        this.reconciler = new Reconciler(
                store,
                sweep,
                causes,
                listeners,
                catchUp,
                new Reconciler.Feed(() -> listening && notificationsArrive.getAsBoolean(), fastPath::isBusy),
                telemetry);
        this.janitor = new Janitor(store, sweep.interval(), listeners, () -> listening);
        this.trimmer = new Trimmer(store, sweep.interval());
        this.mender = new Mender(store, sweep.interval());
    }

    private void nudgeAgain() {
        nudger.lookAnew();
    }

    /** Starts the loops and, unless the fast path is switched off, the feed. */
    public void start(ExpiryFeed feed) {
        reconciler.start();
        janitor.start();
        trimmer.start();
        mender.start();
        if (settings.fastPath().enabled()) {
            fastPath.start();
            if (settings.nudge().enabled()) {
                nudger.start();
            }
            feed.start(new Ear());
        }
    }

    /** A job became the earliest. Does not block. */
    @Override
    public void earliest(Instant due) {
        nudger.earliest(due);
        reconciler.earliest(due);
    }

    /**
     * Stops: first what leads to claims, then the claims. What is under way is finished, what waits stays on the schedule.
     *
     * @param limit how long to wait for what is under way
     */
    public void stop(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        leave();
        for (Loop loop : new Loop[] {nudger, mender, trimmer, janitor, reconciler, fastPath}) {
            loop.stop(Duration.ofNanos(deadline - System.nanoTime()));
        }
    }

    /** Nothing more is left to this instance by the others. */
    private void leave() {
        if (listening) {
            try {
                store.beat(false);
            } catch (RuntimeException unheard) {
                LOG.debug("The other instances find out by themselves: {}", unheard.getMessage());
            }
        }
    }

    /** Called on a thread of the feed: nothing here blocks. */
    private final class Ear implements ExpiryFeed.Listener {
        @Override
        public void expired(DueKey key) {
            if (fastPath.expired(key)) {
                reconciler.wake();
            }
        }

        @Override
        public void listening() {
            listening = true;
            reconciler.catchUp();
            nudger.lookAnew();
            janitor.wake();
        }

        @Override
        public void deaf() {
            listening = false;
            janitor.wake();
        }

        @Override
        public void earliest(Instant due) {
            Engine.this.earliest(due);
        }

        @Override
        public void instancesChanged() {
            janitor.wake();
        }
    }
}
