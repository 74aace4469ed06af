package dev.punctual.resources;

import dev.punctual.api.JobView;
import dev.punctual.api.Problem;
import dev.punctual.core.Job;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;

/** The shapes of answers. */
final class Answers {

    private static final int UNAVAILABLE = 503;

    private Answers() {}

    static Response job(int status, Job job, JobView view) {
        return Response.status(status)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .tag(new EntityTag(job.generation().toString()))
                .entity(view)
                .build();
    }

    /** 201 with the place of the job, or 200. */
    static Response stored(Job job, boolean created) {
        if (!created) {
            return job(200, job, JobView.of(job));
        }
        return Response.fromResponse(job(201, job, JobView.of(job)))
                // An id needs no escape in a path.
                .location(URI.create("v1/jobs/" + job.id()))
                .build();
    }

    static Response problem(Problem problem) {
        Response.ResponseBuilder answer =
                Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(problem);
        if (problem.status() == UNAVAILABLE) {
            answer.header("Retry-After", 1);
        }
        return answer.build();
    }
}
