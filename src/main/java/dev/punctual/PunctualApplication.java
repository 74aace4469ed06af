package dev.punctual;

import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.punctual.core.PunctualException;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The trigger service. */
public final class PunctualApplication extends Application<PunctualConfiguration> {

    private static final Logger LOG = LoggerFactory.getLogger(PunctualApplication.class);

    /** {@code server config.yml} starts the service. */
    public static void main(String[] arguments) throws Exception {
        new PunctualApplication().run(arguments);
    }

    @Override
    public String getName() {
        return "punctual";
    }

    @Override
    public void initialize(Bootstrap<PunctualConfiguration> bootstrap) {
        SimpleModule durations = new DurationModule();
        bootstrap.getObjectMapper().registerModule(durations);
        bootstrap.setConfigurationSourceProvider(new SubstitutingSourceProvider(
                bootstrap.getConfigurationSourceProvider(), new EnvironmentSubstitutor(System.getenv())));
    }

    @Override
    public void run(PunctualConfiguration configuration, Environment environment) {
        try {
            Service service = new Service(configuration);
            environment.lifecycle().manage(service);
            service.register(environment);
        } catch (PunctualException refused) {
            LOG.error("Cannot start: {}", refused.getMessage());
            throw refused;
        }
    }
}
