package dev.punctual;

import java.util.Map;
import org.apache.commons.text.StringSubstitutor;

/**
 * Puts environment variables into {@code config.yml} the way a shell does: {@code ${NAME:-default}} takes the default
 * where the variable is unset or empty. The values stand within single quotes there, so that no character of a password
 * means anything to YAML.
 */
final class EnvironmentSubstitutor extends StringSubstitutor {

    EnvironmentSubstitutor(Map<String, String> environment) {
        super(name -> quoted(environment.getOrDefault(name, "")));
        setEnableUndefinedVariableException(true);
        setDisableSubstitutionInValues(true);
    }

    @SuppressWarnings("NullAway") // null is how a lookup says that there is no such variable
    private static String quoted(String value) {
        return value.isEmpty() ? null : value.replace("'", "''");
    }
}
