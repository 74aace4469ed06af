package dev.punctual.resources;

import dev.punctual.api.JobReader;
import dev.punctual.api.JobView;
import dev.punctual.api.PageView;
import dev.punctual.core.Job;
import dev.punctual.core.JobId;
import dev.punctual.core.JobService;
import dev.punctual.core.JobService.Creation;
import dev.punctual.core.Precondition;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
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

/** Jobs: schedule, look at, change, take back. */
@Path("/v1/jobs")
@Produces({MediaType.APPLICATION_JSON, BulkJobs.MEDIA_TYPE})
public final class JobsResource {

    /** The last part of the path that many jobs are posted to. A job may have that id all the same. */
    static final String BULK = "bulk";

    /** The last part of the path that all waiting jobs are read from; a job of that id is found in the list. */
    static final String EXPORT = "export";

    private final JobService jobs;
    private final JobReader reader;
    private final RequestBody bodies;
    private final Streams streams;

    /** Many jobs, in and out. */
    record Streams(BulkJobs bulk, JobExport export) {}

    JobsResource(JobService jobs, JobReader reader, RequestBody bodies, Streams streams) {
        this.jobs = jobs;
        this.reader = reader;
        this.bodies = bodies;
        this.streams = streams;
    }

    @POST
    public Response create(InputStream body, @Context HttpHeaders headers) {
        String text = bodies.read(body, headers, MediaTypes.JSON);
        Preconditions.none(headers);
        Creation creation = jobs.create(reader.job(text, null).tracedBy(TraceHeader.of(headers)));
        return Answers.stored(creation.job(), creation.created());
    }

    @PUT
    @Path("{id}")
    public Response put(@PathParam("id") String path, InputStream body, @Context HttpHeaders headers) {
        String text = bodies.read(body, headers, MediaTypes.JSON);
        JobId id = new JobId(path);
        Precondition precondition = Preconditions.of(id, headers);
        Creation creation = jobs.put(reader.job(text, id).tracedBy(TraceHeader.of(headers)), precondition);
        return Answers.stored(creation.job(), creation.created());
    }

    @PATCH
    @Path("{id}")
    public Response patch(@PathParam("id") String path, InputStream body, @Context HttpHeaders headers) {
        String text = bodies.read(body, headers, MediaTypes.PATCH);
        JobId id = new JobId(path);
        Preconditions.none(headers);
        Job job = jobs.patch(id, reader.patch(text));
        return Answers.job(200, job, JobView.of(job));
    }

    @GET
    @Path("{id}")
    public Response get(@PathParam("id") String path) {
        if (path.equals(EXPORT)) {
            return Response.ok(streams.export.stream(), BulkJobs.MEDIA_TYPE).build();
        }
        Job job = jobs.life(new JobId(path));
        return Answers.job(200, job, JobView.withTimeline(job));
    }

    @DELETE
    @Path("{id}")
    public Response cancel(@PathParam("id") String path, @Context HttpHeaders headers) {
        JobId id = new JobId(path);
        Preconditions.none(headers);
        jobs.cancel(id);
        return Response.noContent().build();
    }

    @POST
    @Path("{id}/fire")
    public Response fire(@PathParam("id") String path, InputStream body, @Context HttpHeaders headers) {
        bodies.discard(body);
        JobId id = new JobId(path);
        Preconditions.none(headers);
        Job job = jobs.fireNow(id);
        return Answers.job(202, job, JobView.of(job));
    }

    @POST
    @Path("{id}/replay")
    public Response replay(@PathParam("id") String path, InputStream body, @Context HttpHeaders headers) {
        bodies.discard(body);
        JobId id = new JobId(path);
        Preconditions.none(headers);
        Job job = jobs.replay(id);
        return Answers.job(202, job, JobView.of(job));
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public PageView<JobView> list(
            @QueryParam("state") @Nullable String state,
            @QueryParam("queue") @Nullable String queue,
            @QueryParam("name") @Nullable String name,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        return PageView.of(jobs.list(PageParameters.jobs(state, queue, name, limit, cursor)), JobView::of);
    }

    /** A path of its own would hide the job with the id {@code bulk} from all the other methods. */
    @POST
    @Path("{id}")
    public Response createMany(@PathParam("id") String path, InputStream body, @Context HttpHeaders headers) {
        if (!path.equals(BULK)) {
            throw new NotAllowedException("GET", new String[] {"HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"});
        }
        Preconditions.none(headers);
        MediaTypes.check(headers, MediaTypes.NDJSON);
        return Response.ok(streams.bulk.answerTo(body, TraceHeader.of(headers)), BulkJobs.MEDIA_TYPE)
                .build();
    }
}
