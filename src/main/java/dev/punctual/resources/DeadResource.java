package dev.punctual.resources;

import dev.punctual.api.DeadReader;
import dev.punctual.api.JobView;
import dev.punctual.api.PageView;
import dev.punctual.api.RemovedView;
import dev.punctual.api.ReplayedView;
import dev.punctual.core.DeadJobs;
import dev.punctual.core.JobId;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Dead jobs: many at a time, in bounded steps. One at a time is replayed under its own path. */
@Path("/v1/dead")
@Produces(MediaType.APPLICATION_JSON)
public final class DeadResource {

    private final DeadJobs dead;
    private final RequestBody bodies;

    DeadResource(DeadJobs dead, RequestBody bodies) {
        this.dead = dead;
        this.bodies = bodies;
    }

    @GET
    public PageView<JobView> list(
            @QueryParam("queue") @Nullable String queue,
            @QueryParam("reason") @Nullable String reason,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        return PageView.of(dead.list(PageParameters.dead(queue, reason, limit, cursor)), JobView::of);
    }

    @POST
    @Path("replay")
    public ReplayedView replay(InputStream body, @Context HttpHeaders headers) {
        DeadJobs.Query query = DeadReader.query(bodies.read(body, headers, MediaTypes.JSON));
        Preconditions.none(headers);
        DeadJobs.Step step = dead.replay(query);
        return new ReplayedView(step.ids().size(), step.next());
    }

    @DELETE
    public RemovedView remove(
            @QueryParam("queue") @Nullable String queue,
            @QueryParam("reason") @Nullable String reason,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor,
            @Context HttpHeaders headers) {
        Preconditions.none(headers);
        DeadJobs.Step step = dead.remove(PageParameters.dead(queue, reason, limit, cursor));
        return new RemovedView(step.ids().size(), step.next());
    }

    @DELETE
    @Path("{id}")
    public Response removeOne(@PathParam("id") String path, @Context HttpHeaders headers) {
        JobId id = new JobId(path);
        Preconditions.none(headers);
        dead.remove(id);
        return Response.noContent().build();
    }
}
