package dev.punctual.resources;

import dev.punctual.api.PullReader;
import dev.punctual.api.PullRequest;
import dev.punctual.api.RefusedException;
import dev.punctual.core.PullLeases;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.Target;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.CompletionCallback;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/** Jobs to those who come for them. A call that waits holds no thread. */
@Path("/v1/queues/{name}/lease")
@Produces(MediaType.APPLICATION_JSON)
public final class PullResource {

    private final PullLeases leases;
    private final Queues queues;
    private final RequestBody bodies;
    private final Set<OpenPoll> open = ConcurrentHashMap.newKeySet();

    private volatile boolean stopping;

    PullResource(PullLeases leases, Queues queues, RequestBody bodies) {
        this.leases = leases;
        this.queues = queues;
        this.bodies = bodies;
    }

    @POST
    public void lease(
            @PathParam("name") String path,
            InputStream body,
            @Context HttpHeaders headers,
            @Context HttpServletRequest request,
            @Suspended AsyncResponse answer) {
        PullRequest wanted = PullReader.pull(bodies.read(body, headers, MediaTypes.JSON));
        Preconditions.none(headers);
        QueueName queue = pulled(new QueueName(path));
        OpenPoll poll = new OpenPoll(leases.poll(queue, wanted.max(), wanted.patience(), wanted.lease()), answer);
        open.add(poll);
        answer.register((CompletionCallback) failure -> open.remove(poll));
        poll.watchedBy(CallerWatch.begin(request, poll::giveUp));
        poll.answerOn(writers(request));
        if (stopping) {
            poll.giveUp();
        }
    }

    /** Answers all that wait, so that nobody waits for them. */
    void stop() {
        stopping = true;
        open.forEach(OpenPoll::giveUp);
    }

    private QueueName pulled(QueueName name) {
        Queue queue = queues.find(name).orElseThrow(() -> QueuesResource.unknown(name));
        if (queue.target() instanceof Target.Pull) {
            return name;
        }
        throw RefusedException.conflict("Queue '" + name + "' cannot be pulled: its target is "
                + queue.target().word() + "; the configuration would have to say 'target: pull'");
    }

    private static Executor writers(HttpServletRequest request) {
        return ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnector()
                .getExecutor();
    }
}
