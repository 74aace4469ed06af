package dev.punctual.resources;

import dev.punctual.api.Limits;
import dev.punctual.core.DeadJobs;
import dev.punctual.core.Diagnosis;
import dev.punctual.core.Job;
import dev.punctual.core.JobId;
import dev.punctual.core.JobService;
import dev.punctual.core.JobStore;
import dev.punctual.core.PullLeases;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Sightings;
import dev.punctual.core.Target;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.InMemoryJobStore;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The application port over a store of the test's choice, on free ports of the loopback. */
final class ApiServer implements AutoCloseable {

    /** The application without an engine. */
    public static final class ApiApplication extends Application<Configuration> {
        private final HttpApi api;

        ApiApplication(HttpApi api) {
            this.api = api;
        }

        @Override
        public void run(Configuration configuration, Environment environment) {
            api.register(environment);
        }
    }

    private static final String CONFIGURATION =
            """
            server:
              maxThreads: 32
              applicationConnectors: [{type: http, port: 0, bindHost: 127.0.0.1, idleTimeout: 2s}]
              adminConnectors: [{type: http, port: 0, bindHost: 127.0.0.1}]
              requestLog: {appenders: []}
              gzip: {syncFlush: true}
            logging: {level: WARN}
            """;

    private final DropwizardTestSupport<Configuration> support;

    private ApiServer(DropwizardTestSupport<Configuration> support) {
        this.support = support;
    }

    /** Over that store, where nothing is ever pulled. */
    static ApiServer start(JobStore store, Limits limits, boolean rejectUnknown) throws Exception {
        return start(store, new OfferedLeases(), limits, rejectUnknown);
    }

    /** The queue {@code mail} goes to a list, and {@code work} is pulled. */
    static ApiServer start(JobStore store, PullLeases leases, Limits limits, boolean rejectUnknown) throws Exception {
        AtomicLong ids = new AtomicLong();
        QueueName mail = new QueueName("mail");
        QueueName work = new QueueName("work");
        Queue pulled = new Queue(work, new Target.Pull(Duration.ofMinutes(1)), RetryPolicy.DEFAULT, null);
        Queues queues = new Queues(Map.of(mail, queue(mail), work, pulled), rejectUnknown, ApiServer::queue);
        JobService jobs = new JobService(
                store, queues, () -> new JobId("generated-" + ids.incrementAndGet()), dueTime -> {}, Sightings.NONE);
        FixedCounts counts = new FixedCounts();
        DeadJobs dead = store instanceof DeadJobs own ? own : new InMemoryJobStore();
        HttpApi api = new HttpApi(
                new HttpApi.JobPorts(
                        jobs, dead, counts, () -> List.<List<Job>>of().iterator()),
                new HttpApi.QueuePorts(queues, counts, leases),
                new HttpApi.Sight(counts, counts, () -> new Diagnosis(FixedCounts.NOW, List.of())),
                new HttpApi.Following(counts, counts, counts, counts),
                limits);
        var support =
                new DropwizardTestSupport<Configuration>(
                        ApiApplication.class,
                        "api-server.yml",
                        name -> new ByteArrayInputStream(CONFIGURATION.getBytes(StandardCharsets.UTF_8))) {
                    @Override
                    public Application<Configuration> newApplication() {
                        return new ApiApplication(api);
                    }
                };
        support.before();
        return new ApiServer(support);
    }

    private static Queue queue(QueueName name) {
        return new Queue(name, new Target.RedisList("punctual:queue:" + name), RetryPolicy.DEFAULT, null);
    }

    int port() {
        return support.getLocalPort();
    }

    Http http() {
        return new Http(URI.create("http://127.0.0.1:" + port()));
    }

    @Override
    public void close() {
        support.after();
    }
}
