package dev.punctual.resources;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.api.JobReader;
import dev.punctual.api.Limits;
import dev.punctual.core.FireLog;
import dev.punctual.core.JobService;
import dev.punctual.core.Observations;
import dev.punctual.core.Queues;
import dev.punctual.core.StatsSource;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.LifeCycle;

/** Everything that the application port answers, but for the dashboard. */
public final class HttpApi {

    private final JobService jobs;
    private final FireLog fires;
    private final StatsSource stats;
    private final Observations here;
    private final Queues queues;
    private final Limits limits;

    /**
     * @param jobs what clients can do with jobs
     * @param fires the fire records
     * @param stats counts over all instances
     * @param here what this instance has seen
     * @param queues the rules of the queues
     * @param limits how much a request may bring
     */
    public HttpApi(JobService jobs, FireLog fires, StatsSource stats, Observations here, Queues queues, Limits limits) {
        this.jobs = jobs;
        this.fires = fires;
        this.stats = stats;
        this.here = here;
        this.queues = queues;
        this.limits = limits;
    }

    /** Adds resources, mappers and filters. Call once, before the server starts. */
    public void register(Environment environment) {
        ObjectMapper json = environment.getObjectMapper();
        registerContainer(environment, new ProblemErrorHandler(json));
        JerseyEnvironment jersey = environment.jersey();
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
        JobReader reader = new JobReader(limits, jobs::newId);
        BulkJobs bulk = new BulkJobs(jobs, queues, reader, limits, json);
        jersey.register(new JobsResource(jobs, reader, new RequestBody(limits), bulk));
        jersey.register(new FiresResource(fires));
        jersey.register(new StatsResource(stats, here));
        jersey.register(new QueuesResource(stats, queues));
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
}
