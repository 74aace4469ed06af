package dev.punctual.redis;

import static dev.punctual.redis.Drafts.now;
import static dev.punctual.redis.Drafts.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.core.DeadJobs;
import dev.punctual.core.Job;
import dev.punctual.core.LeaseEnd;
import dev.punctual.core.Page;
import dev.punctual.core.QueueName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("redis")
class PeekDeadTest {

    private final Namespace ns = new Namespace(Outlets.leased("work"), Outlets.leased("mail"));
    private final RedisDeadJobs dead = new RedisDeadJobs(ns.runner, ns.keys);

    private void die(String id, String queue, String reason) {
        ns.schedule(queued(now(id), queue));
        ns.free = Outlets.places(queue, 1);
        ns.end(ns.lease(id, 1).token(), new LeaseEnd.Dead(reason));
    }

    private List<String> all(String queue, String reason, int limit) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            Page<Job> page = dead.list(new DeadJobs.Query(
                    queue.isEmpty() ? null : new QueueName(queue), reason.isEmpty() ? null : reason, limit, cursor));
            page.items().forEach(job -> ids.add(job.id().value()));
            cursor = page.next();
        } while (cursor != null);
        return ids;
    }

    @Test
    void listsByQueueAndReasonPageByPage() {
        for (int i = 0; i < 9; i++) {
            die("j" + i, i % 2 == 0 ? "work" : "mail", i % 3 == 0 ? "HTTP 410" : "timeout");
        }

        assertThat(all("", "", 2)).containsExactlyInAnyOrder("j0", "j1", "j2", "j3", "j4", "j5", "j6", "j7", "j8");
        assertThat(all("work", "", 2)).containsExactlyInAnyOrder("j0", "j2", "j4", "j6", "j8");
        assertThat(all("", "HTTP 4", 4)).containsExactlyInAnyOrder("j0", "j3", "j6");
        assertThat(all("mail", "HTTP", 4)).containsExactly("j3");
        assertThat(all("none", "", 4)).isEmpty();
    }

    @Test
    void replaysAndRemovesByFilterStepByStep() {
        for (int i = 0; i < 9; i++) {
            die("j" + i, i % 2 == 0 ? "work" : "mail", "timeout");
        }
        DeadJobs.Step first = dead.replay(new DeadJobs.Query(new QueueName("work"), null, 3, null));
        DeadJobs.Step second = dead.replay(new DeadJobs.Query(new QueueName("work"), null, 3, first.next()));

        assertThat(first.ids()).hasSize(3);
        assertThat(second.ids()).hasSize(2);
        assertThat(second.next()).isNull();
        assertThat(dead.remove(new DeadJobs.Query(null, "time", 1000, null)).ids())
                .hasSize(4);
        assertThat(ns.counts()).containsOnly(Map.entry("scheduled:work", 5L));
    }
}
