package dev.punctual.resources;

import dev.punctual.api.Limits;
import dev.punctual.core.JobId;
import dev.punctual.core.JobService;
import dev.punctual.core.JobStore;
import dev.punctual.core.Queue;
import dev.punctual.core.QueueName;
import dev.punctual.core.Queues;
import dev.punctual.core.RetryPolicy;
import dev.punctual.core.Target;
import dev.punctual.testkit.Http;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jetty.HttpConnectorFactory;
import io.dropwizard.logging.common.DefaultLoggingFactory;
import io.dropwizard.testing.DropwizardTestSupport;
import io.dropwizard.util.Duration;
import java.net.URI;
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

    private final DropwizardTestSupport<Configuration> support;

    private ApiServer(DropwizardTestSupport<Configuration> support) {
        this.support = support;
    }

    static ApiServer start(JobStore store, Limits limits, boolean rejectUnknown) throws Exception {
        AtomicLong ids = new AtomicLong();
        QueueName mail = new QueueName("mail");
        Queues queues = new Queues(Map.of(mail, queue(mail)), rejectUnknown, ApiServer::queue);
        JobService jobs =
                new JobService(store, queues, () -> new JobId("generated-" + ids.incrementAndGet()), dueTime -> {});
        FixedCounts counts = new FixedCounts();
        HttpApi api = new HttpApi(jobs, counts, counts, counts, queues, limits);
        var support = new DropwizardTestSupport<Configuration>(ApiApplication.class, configuration()) {
            @Override
            public Application<Configuration> newApplication() {
                return new ApiApplication(api);
            }
        };
        support.before();
        return new ApiServer(support);
    }

    private static Configuration configuration() {
        HttpConnectorFactory application = new HttpConnectorFactory();
        HttpConnectorFactory admin = new HttpConnectorFactory();
        for (HttpConnectorFactory connector : List.of(application, admin)) {
            connector.setPort(0);
            connector.setBindHost("127.0.0.1");
            connector.setIdleTimeout(Duration.seconds(2));
        }
        DefaultServerFactory server = new DefaultServerFactory();
        server.setApplicationConnectors(List.of(application));
        server.setAdminConnectors(List.of(admin));
        server.getGzipFilterFactory().setSyncFlush(true);
        DefaultLoggingFactory logging = new DefaultLoggingFactory();
        logging.setLevel("WARN");
        Configuration configuration = new Configuration();
        configuration.setServerFactory(server);
        configuration.setLoggingFactory(logging);
        return configuration;
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
