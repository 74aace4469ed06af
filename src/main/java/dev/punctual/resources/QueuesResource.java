package dev.punctual.resources;

import dev.punctual.api.PageView;
import dev.punctual.api.Problem;
import dev.punctual.api.QueueView;
import dev.punctual.api.RefusedException;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.StatsSource;
import dev.punctual.core.StoreStats.QueueCounts;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Queues with their counts. */
@Path("/v1/queues")
@Produces(MediaType.APPLICATION_JSON)
public final class QueuesResource {

    private final StatsSource stats;
    private final Queues queues;

    QueuesResource(StatsSource stats, Queues queues) {
        this.stats = stats;
        this.queues = queues;
    }

    /** The queues of the configuration, and those that have or had jobs, by name. */
    @GET
    public PageView<QueueView> list() {
        Map<String, QueueView> views = new TreeMap<>();
        queues.named().forEach(queue -> views.put(queue.name().value(), view(queue.name(), null)));
        stats.queues().forEach(counts -> views.put(counts.name().value(), view(counts.name(), counts)));
        return new PageView<>(List.copyOf(views.values()), null);
    }

    @GET
    @Path("{name}")
    public QueueView get(@PathParam("name") String path) {
        QueueName name = new QueueName(path);
        for (QueueCounts counts : stats.queues()) {
            if (counts.name().equals(name)) {
                return view(name, counts);
            }
        }
        if (queues.find(name).isEmpty()) {
            throw new RefusedException(
                    Problem.of(404, "Not Found", "Queue '" + name + "' is not one of the configured"));
        }
        return view(name, null);
    }

    private QueueView view(QueueName name, @Nullable QueueCounts counts) {
        return QueueView.of(name.value(), queues.find(name).orElse(null), counts);
    }
}
