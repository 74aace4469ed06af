package dev.punctual;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.ConfigurationFactory;
import io.dropwizard.configuration.ConfigurationSourceProvider;
import io.dropwizard.configuration.DefaultConfigurationFactoryFactory;
import io.dropwizard.configuration.YamlConfigurationFactory;
import jakarta.validation.Validator;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the configuration; where it is no YAML, the message does not quote it, for there may be a password there. */
final class DiscreetConfigurationFactory<T> extends YamlConfigurationFactory<T> {

    private DiscreetConfigurationFactory(
            Class<T> type, @Nullable Validator validator, ObjectMapper mapper, String propertyPrefix) {
        super(type, validator, mapper, propertyPrefix);
    }

    @Override
    public T build(ConfigurationSourceProvider provider, String path) throws IOException, ConfigurationException {
        try {
            return super.build(provider, path);
        } catch (ConfigurationException refused) {
            if (refused.getCause() instanceof JsonParseException malformed) {
                throw new MalformedException(path, malformed.getLocation());
            }
            throw refused;
        }
    }

    /** Makes them as strict as those of Dropwizard. */
    static final class Factory<T> extends DefaultConfigurationFactoryFactory<T> {
        @Override
        public ConfigurationFactory<T> create(
                Class<T> type, @Nullable Validator validator, ObjectMapper mapper, String propertyPrefix) {
            return new DiscreetConfigurationFactory<>(
                    type, validator, configureObjectMapper(mapper.copy()), propertyPrefix);
        }
    }

    private static final class MalformedException extends ConfigurationException {

        private static final long serialVersionUID = 1L;

        MalformedException(String path, @Nullable JsonLocation location) {
            super(
                    path,
                    List.of("Malformed YAML"
                            + (location == null
                                    ? ""
                                    : " at line " + location.getLineNr() + ", column " + location.getColumnNr())
                            + "; look at quotes, brackets and indentation there"));
        }
    }
}
