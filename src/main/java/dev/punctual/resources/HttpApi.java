package dev.punctual.resources;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.api.JobReader;
import dev.punctual.api.Limits;
import dev.punctual.core.DeadJobs;
import dev.punctual.core.Doctor;
import dev.punctual.core.FireHistory;
import dev.punctual.core.FireLog;
import dev.punctual.core.FireTail;
import dev.punctual.core.JobService;
import dev.punctual.core.Observations;
import dev.punctual.core.Pauses;
import dev.punctual.core.PullLeases;
import dev.punctual.core.Queues;
import dev.punctual.core.StatsSource;
import dev.punctual.core.StreamTelemetry;
import dev.punctual.core.UpcomingSource;
import dev.punctual.core.WaitingJobs;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.LifeCycle;

/** Everything that the application port answers, but for the dashboard. */
public final class HttpApi {

    private final JobPorts jobs;
    private final QueuePorts queues;
    private final Sight sight;
    private final Following following;
    private final Limits limits;

    /**
     * @param service what clients can do with jobs
     * @param dead the dead jobs
     * @param fires the fire records
     * @param waiting all waiting jobs
     */
    public record JobPorts(JobService service, DeadJobs dead, FireLog fires, WaitingJobs waiting) {}

    /**
     * @param rules the rules of the queues
     * @param pauses the queues that are paused
     * @param leases the queues whose jobs are pulled
     */
    public record QueuePorts(Queues rules, Pauses pauses, PullLeases leases) {}

    /**
     * What there is to see.
     *
     * @param stats counts over all instances
     * @param here what this instance has seen
     * @param doctor how Redis is set up
     */
    public record Sight(StatsSource stats, Observations here, Doctor doctor) {}

    /**
     * What goes on.
     *
     * @param upcoming what is due next
     * @param history the last minutes
     * @param tail the fires as they happen
     * @param streams is told of the clients that follow them
     */
    public record Following(UpcomingSource upcoming, FireHistory history, FireTail tail, StreamTelemetry streams) {}

    /**
     * @param limits how much a request may bring, and how many clients may follow
     */
    public HttpApi(JobPorts jobs, QueuePorts queues, Sight sight, Following following, Limits limits) {
        this.jobs = jobs;
        this.queues = queues;
        this.sight = sight;
        this.following = following;
        this.limits = limits;
    }

    /** Adds resources, mappers and filters. Call once, before the server starts. */
    public void register(Environment environment) {
        ObjectMapper json = environment.getObjectMapper();
        JerseyEnvironment jersey = environment.jersey();
        RequestBody bodies = new RequestBody(limits);
        registerContainer(environment, new ProblemErrorHandler(json));
        PullResource pulls = new PullResource(queues.leases(), queues.rules(), bodies);
        FireStreams streams = new FireStreams(following.tail(), json, limits.streams(), following.streams());
        environment
                .servlets()
                .addServlet("fire-stream", new FireStreamServlet(streams, json))
                .addMapping(FireStreamServlet.PATH);
        stopWithServer(environment, pulls::stop);
        stopWithServer(environment, streams::stop);
        // Jersey would hold back the first answers to a stream of jobs until there are enough of them. What is no
        // stream is buffered by WholeAnswers instead.
        jersey.property("jersey.config.server.contentLength.buffer", 0);
        jersey.register(new WholeAnswers());
        jersey.register(new PlainPathFilter());
        jersey.register(new NoStoreFilter());
        jersey.register(new UnreadBodyFilter());
        jersey.register(new KnownParameters());
        jersey.register(new FailureMapper());
        jersey.register(new DomainFailureMapper());
        jersey.register(new RoutingFailureMapper());
        JobReader reader = new JobReader(limits, jobs.service()::newId);
        BulkJobs bulk = new BulkJobs(jobs.service(), reader, limits, json);
        jersey.register(new JobsResource(
                jobs.service(), reader, bodies, new JobsResource.Streams(bulk, new JobExport(jobs.waiting(), json))));
        jersey.register(new DeadResource(jobs.dead(), bodies));
        jersey.register(new FiresResource(jobs.fires()));
        jersey.register(new StatsResource(sight.stats(), sight.here()));
        jersey.register(new QueuesResource(sight.stats(), queues.rules(), queues.pauses(), bodies));
        jersey.register(new DoctorResource(sight.doctor()));
        jersey.register(new HistoryResource(following.history()));
        jersey.register(new UpcomingResource(following.upcoming(), System::nanoTime));
        jersey.register(pulls);
        jersey.register(new LeasesResource(queues.leases(), bodies));
        jersey.register(new OpenApiResource());
        jersey.register(new DocsResource());
    }

    private static void registerContainer(Environment environment, ProblemErrorHandler errors) {
        environment
                .servlets()
                .addFilter("request-id", new RequestIdFilter())
                .addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), false, "/*");
        environment.getApplicationContext().setErrorHandler(errors);
        // Some requests fail before they reach a context.
        environment.lifecycle().addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarting(LifeCycle starting) {
                if (starting instanceof Server server) {
                    server.setErrorHandler(errors);
                }
            }
        });
    }

    /** The server waits for requests that are under way, and those who wait for jobs or follow fires would make it wait. */
    private static void stopWithServer(Environment environment, Runnable stop) {
        environment.lifecycle().addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStopping(LifeCycle stopping) {
                if (stopping instanceof Server) {
                    stop.run();
                }
            }
        });
    }
}
