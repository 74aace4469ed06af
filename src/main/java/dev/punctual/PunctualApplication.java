package dev.punctual;

import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.punctual.core.JobHandler;
import dev.punctual.core.PunctualException;
import dev.punctual.core.QueueName;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The trigger service. */
public final class PunctualApplication extends Application<PunctualConfiguration> {

    private static final Logger LOG = LoggerFactory.getLogger(PunctualApplication.class);

    private final Map<QueueName, JobHandler> handlers = new LinkedHashMap<>();

    /** {@code server config.yml} starts the service. */
    public static void main(String[] arguments) throws Exception {
        new PunctualApplication().run(arguments);
    }

    /**
     * Brings the code for a queue whose configuration says {@code target: handler}. To be called before {@code run}.
     *
     * @param queue the name of the queue
     * @param handler does its work; replaces one that was brought for that queue before
     * @throws dev.punctual.core.InvalidJobException if that cannot be the name of a queue
     */
    public PunctualApplication handle(String queue, JobHandler handler) {
        handlers.put(new QueueName(queue), handler);
        return this;
    }

    @Override
    public String getName() {
        return "punctual";
    }

    @Override
    public void initialize(Bootstrap<PunctualConfiguration> bootstrap) {
        SimpleModule durations = new DurationModule();
        bootstrap.getObjectMapper().registerModule(durations);
        bootstrap.setConfigurationFactoryFactory(new DiscreetConfigurationFactory.Factory<>());
        bootstrap.setConfigurationSourceProvider(new SubstitutingSourceProvider(
                bootstrap.getConfigurationSourceProvider(), new EnvironmentSubstitutor(System.getenv())));
    }

    @Override
    public void run(PunctualConfiguration configuration, Environment environment) {
        try {
            Service service = new Service(configuration, handlers);
            environment.lifecycle().manage(service);
            service.register(environment);
        } catch (PunctualException refused) {
            LOG.error("Cannot start: {}", refused.getMessage());
            throw refused;
        }
    }
}
