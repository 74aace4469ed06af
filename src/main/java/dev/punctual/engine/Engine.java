package dev.punctual.engine;

import dev.punctual.core.Deliverer;
import dev.punctual.core.DueKey;
import dev.punctual.core.DueStore;
import dev.punctual.core.ExpiryFeed;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.PullLeases;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.Sightings;
import dev.punctual.core.Target;
import dev.punctual.core.Telemetry;
import dev.punctual.core.Tracing;
import dev.punctual.core.WakeUp;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
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

    /** The part of the time for stopping that is kept for handing back what has not ended. */
    private static final long HAND_BACK_NANOS = Duration.ofMillis(1500).toNanos();

    private final DueStore store;
    private final FastPath fastPath;
    private final Nudger nudger;
    private final Reconciler reconciler;
    private final Dispatcher dispatcher;
    private final Finisher finisher;
    private final LeaseKeeper leaseKeeper;
    private final UnderWay underWay = new UnderWay();
    private final Pulls pulls;
    private final Janitor janitor;
    private final Trimmer trimmer;
    private final Mender mender;
    private final Settings settings;
    private final SeenKeys seen;

    private volatile boolean listening;

    /** The settings of all loops. */
    public record Settings(FastPathSettings fastPath, NudgeSettings nudge, SweepSettings sweep) {}

    /**
     * What is delivered outside of Redis.
     *
     * @param leases the leases, and the jobs that wait for capacity
     * @param queues the queues; those that are pulled are served as soon as somebody polls
     * @param deliverers by queue, those that hand its jobs to a target here; closed when the engine stops
     */
    public record Outlets(LeaseStore leases, Queues queues, Map<QueueName, Deliverer> deliverers) {}

    /**
     * @param instance the name of this instance
     * @param notificationsArrive whether notifications arrive at present, as far as is known
     */
    public Engine(
            DueStore store,
            Outlets outlets,
            Settings settings,
            String instance,
            BooleanSupplier notificationsArrive,
            Telemetry telemetry,
            Tracing tracing) {
        this.store = store;
        this.settings = settings;
        this.seen = new SeenKeys(instance);
        SweepSettings sweep = settings.sweep();
        HintQueue hints = new HintQueue(settings.fastPath().hints());
        SweepCauses causes = new SweepCauses(sweep.settle().toNanos());
        CatchUp catchUp = new CatchUp(this::nudgeAgain);
        Listeners listeners = new Listeners(instance);
        this.dispatcher = new Dispatcher(outlets.leases(), outlets.queues(), sweep.interval(), telemetry);
        this.finisher = new Finisher(outlets.leases(), underWay, telemetry, this);
        this.leaseKeeper = new LeaseKeeper(
                outlets.leases(),
                store,
                underWay,
                new LeaseKeeper.Pace(sweep.interval(), renewals(outlets.queues(), sweep.interval())),
                dispatcher::parked,
                telemetry);
        this.pulls = new Pulls(outlets.leases(), dispatcher, finisher, outlets.queues(), leaseKeeper::endsAt);
        outlets.deliverers()
                .forEach((queue, deliverer) ->
                        dispatcher.add(queue, new DeliveryLane(deliverer, underWay, finisher, tracing)));
        Claims claims = new Claims(store, dispatcher);
        this.fastPath = new FastPath(claims, hints, settings.fastPath().batch(), causes, listeners, catchUp, telemetry);
        this.nudger = new Nudger(
                store,
                new Nudger.Share(listeners, hints, settings.nudge().batch(), seen),
                LONGEST_REST.toNanos(),
                () -> listening && !catchUp.isOpen(),
                telemetry);
        this.reconciler = new Reconciler(
                claims,
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

    private static Duration renewals(Queues queues, Duration longest) {
        return queues.named().stream()
                .map(Queue::target)
                .filter(Target.Leased.class::isInstance)
                .map(target -> ((Target.Leased) target).lease().dividedBy(UnderWay.RENEWALS_A_LEASE))
                .min(Duration::compareTo)
                .filter(shortest -> shortest.compareTo(longest) < 0)
                .orElse(longest);
    }

    /** What was seen here of due keys. */
    public Sightings sightings() {
        return seen;
    }

    /** The queues that are pulled. */
    public PullLeases pulls() {
        return pulls;
    }

    private void nudgeAgain() {
        nudger.lookAnew();
    }

    /** Starts the loops and, unless the fast path is switched off, the feed. */
    public void start(ExpiryFeed feed) {
        finisher.start();
        leaseKeeper.start();
        dispatcher.start();
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
     * Stops: first what leads to claims, then the claims. What is under way is finished and keeps its leases meanwhile; what
     * cannot be is handed back. What waits stays where it is.
     *
     * @param limit how long to wait for what is under way
     */
    public void stop(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        leave();
        for (Loop loop : new Loop[] {nudger, mender, trimmer, janitor, reconciler, fastPath, dispatcher}) {
            loop.stop(Duration.ofNanos(deadline - System.nanoTime()));
        }
        pulls.close();
        try {
            drain(deadline);
        } catch (InterruptedException interrupted) { // the leases lapse
            Thread.currentThread().interrupt();
        }
        for (Loop loop : new Loop[] {leaseKeeper, finisher}) {
            loop.stop(Duration.ofNanos(deadline - System.nanoTime()));
        }
    }

    private void drain(long deadlineNanos) throws InterruptedException {
        if (!underWay.awaitNone(deadlineNanos - HAND_BACK_NANOS - System.nanoTime())) {
            LOG.info("Handed back, since they have not ended in time: {} deliveries", underWay.size());
        }
        dispatcher.closeLanes();
        if (!underWay.awaitNone(deadlineNanos - System.nanoTime())) {
            LOG.warn("Left to lapse: {} deliveries", underWay.size());
        }
        finisher.awaitWritten(deadlineNanos - System.nanoTime());
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
            seen.notified(key, store.now());
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
        public void parked(QueueName queue) {
            dispatcher.parked(queue);
        }

        @Override
        public void instancesChanged() {
            janitor.wake();
        }
    }
}
