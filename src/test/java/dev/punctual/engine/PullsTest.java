package dev.punctual.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.punctual.core.InvalidJobException;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.LeaseStore;
import dev.punctual.core.PullLeases;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PullsTest {

    private static final QueueName WORK = new QueueName("work");
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ScriptedLeaseStore leases = new ScriptedLeaseStore();
    private final Queues queues = Outlet.queues(Outlet.queue("work", new Target.Pull(LONG)));
    private final Dispatcher dispatcher = new Dispatcher(leases, queues, Duration.ofHours(1), new RecordingTelemetry());
    private final Finisher finisher = new Finisher(leases, new UnderWay(), new RecordingTelemetry(), due -> {});
    private final Pulls pulls = new Pulls(leases, dispatcher, finisher, queues, end -> {});

    private static List<String> ids(PullLeases.Poll poll) {
        return poll.jobs().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join().stream()
                .map(job -> job.token().id().value())
                .toList();
    }

    private static boolean isOpen(PullLeases.Poll poll) {
        return !poll.jobs().toCompletableFuture().isDone();
    }

    @Test
    void answersAtOnceWithWhatIsParked() {
        leases.claims = (queue, limit) -> new LeaseStore.ParkedBatch(Leased.batch("work", "a", "b"), false);

        assertThat(ids(pulls.poll(WORK, 5, LONG, null))).containsExactly("a", "b");
        assertThat(leases.calls).containsExactly("claimParked work 5");
    }

    @Test
    void answersWithNothingWhenTheWaitIsOver() {
        assertThat(ids(pulls.poll(WORK, 5, Duration.ZERO, null))).isEmpty();
        assertThat(ids(pulls.poll(WORK, 5, Duration.ofMillis(20), null))).isEmpty();

        assertThat(places()).isZero();
    }

    private int places() {
        int[] places = new int[1];
        dispatcher.claim(1000, free -> {
            places[0] = free.getOrDefault(WORK, 0);
            return ScriptedDueStore.NOTHING;
        });
        return places[0];
    }

    @Test
    void givesAClaimedJobToThePollThatHasWaitedLongest() {
        PullLeases.Poll first = pulls.poll(WORK, 2, LONG, null);
        PullLeases.Poll second = pulls.poll(WORK, 2, LONG, null);
        PullLeases.Poll third = pulls.poll(WORK, 2, LONG, null);
        assertThat(places()).isEqualTo(6);

        dispatcher.claim(6, free -> Leased.batch("work", "a", "b", "c"));

        assertThat(ids(first)).containsExactly("a", "b");
        assertThat(ids(second)).containsExactly("c");
        assertThat(isOpen(third)).isTrue();
        assertThat(places()).isEqualTo(2);
    }

    @Test
    void looksForParkedJobsWhenSomebodyComesToWait() {
        dispatcher.parked(WORK);
        dispatcher.runOnce();
        assertThat(leases.calls).isEmpty();
        PullLeases.Poll poll = pulls.poll(WORK, 2, LONG, null);
        leases.claims = (queue, limit) -> new LeaseStore.ParkedBatch(Leased.batch("work", "a"), false);

        dispatcher.runOnce();

        assertThat(ids(poll)).containsExactly("a");
    }

    @Test
    void looksAgainForParkedJobsWhenPlacesAreGivenBack() {
        PullLeases.Poll poll = pulls.poll(WORK, 1, LONG, null);
        leases.calls.clear();
        leases.claims = (queue, limit) -> new LeaseStore.ParkedBatch(Leased.batch("work", "a"), false);
        dispatcher.claim(1, free -> {
            dispatcher.parked(WORK);
            dispatcher.runOnce();
            assertThat(leases.calls).isEmpty();
            return ScriptedDueStore.NOTHING;
        });

        dispatcher.runOnce();

        assertThat(ids(poll)).containsExactly("a");
    }

    @Test
    void leasesNothingToWhoeverHasGone() {
        PullLeases.Poll poll = pulls.poll(WORK, 2, LONG, null);

        poll.abandon();

        assertThat(places()).isZero();
    }

    @Test
    void releasesWhatWasLeasedToWhoeverHasGone() {
        PullLeases.Poll poll = pulls.poll(WORK, 2, LONG, null);
        dispatcher.claim(2, free -> Leased.batch("work", "a"));
        assertThat(ids(poll)).containsExactly("a");

        poll.abandon();
        poll.abandon();
        finisher.runOnce();

        assertThat(leases.ends).extracting(LeaseEnd::how).containsExactly(new LeaseEnd.Released());
    }

    @Test
    void extendsToTheLeaseThatWasAskedFor() {
        leases.claims = (queue, limit) -> new LeaseStore.ParkedBatch(Leased.batch("work", "a"), false);

        ids(pulls.poll(WORK, 1, LONG, Duration.ofMinutes(7)));

        assertThat(leases.extensions).extracting(LeaseStore.Extension::lease).containsExactly(Duration.ofMinutes(7));
    }

    @Test
    void answersAllWhoWaitWhenItStops() {
        PullLeases.Poll poll = pulls.poll(WORK, 2, LONG, null);

        pulls.close();

        assertThat(ids(poll)).isEmpty();
        assertThat(ids(pulls.poll(WORK, 2, LONG, null))).isEmpty();
    }

    @Test
    void refusesAQueueThatIsNotPulled() {
        assertThatExceptionOfType(InvalidJobException.class)
                .isThrownBy(() -> pulls.poll(QueueName.DEFAULT, 1, LONG, null));
    }

    @Test
    void holdsNoThreadForAPoll() {
        int before = Thread.activeCount();

        for (int i = 0; i < 1000; i++) {
            pulls.poll(WORK, 1, LONG, null);
        }

        assertThat(Thread.activeCount()).isLessThan(before + 20);
        pulls.close();
    }
}
