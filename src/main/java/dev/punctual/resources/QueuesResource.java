package dev.punctual.resources;

import dev.punctual.api.PageView;
import dev.punctual.api.Problem;
import dev.punctual.api.QueueView;
import dev.punctual.api.RefusedException;
import dev.punctual.core.Pauses;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.StatsSource;
import dev.punctual.core.StoreStats.QueueCounts;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Queues with their counts, and whether they are paused. */
@Path("/v1/queues")
@Produces(MediaType.APPLICATION_JSON)
public final class QueuesResource {

    private final StatsSource stats;
    private final Queues queues;
    private final Pauses pauses;
    private final RequestBody bodies;

    QueuesResource(StatsSource stats, Queues queues, Pauses pauses, RequestBody bodies) {
        this.stats = stats;
        this.queues = queues;
        this.pauses = pauses;
        this.bodies = bodies;
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
            throw unknown(name);
        }
        return view(name, null);
    }

    @PUT
    @Path("{name}/pause")
    public Response pause(@PathParam("name") String path, InputStream body, @Context HttpHeaders headers) {
        bodies.discard(body);
        Preconditions.none(headers);
        pauses.pause(known(path));
        return Response.noContent().build();
    }

    @DELETE
    @Path("{name}/pause")
    public Response resume(@PathParam("name") String path, @Context HttpHeaders headers) {
        Preconditions.none(headers);
        pauses.resume(known(path));
        return Response.noContent().build();
    }

    /** A queue that is taken, or was once and may have jobs yet. */
    private QueueName known(String path) {
        QueueName name = new QueueName(path);
        if (queues.find(name).isEmpty()
                && stats.queues().stream().noneMatch(counts -> counts.name().equals(name))) {
            throw unknown(name);
        }
        return name;
    }

    /** 404: unknown queues are refused, and this is one. */
    static RefusedException unknown(QueueName name) {
        return new RefusedException(Problem.of(404, "Not Found", "Queue '" + name + "' is not one of the configured"));
    }

    private QueueView view(QueueName name, @Nullable QueueCounts counts) {
        return QueueView.of(name.value(), queues.find(name).orElse(null), counts);
    }
}
