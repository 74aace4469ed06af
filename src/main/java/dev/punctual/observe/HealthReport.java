package dev.punctual.observe;

import com.codahale.metrics.health.HealthCheck;
import com.codahale.metrics.health.HealthCheckRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.health.HealthCheckType;
import io.dropwizard.health.response.HealthResponse;
import io.dropwizard.health.response.HealthResponseProvider;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code /health-check}: Dropwizard's list of checks, each with its message, as they are now. 200, or 503 if
 * a check is unhealthy that the asked type stands on: {@code ?type=alive} (or {@code live}) looks at this process alone,
 * anything else at whether it can serve.
 */
final class HealthReport implements HealthResponseProvider {

    static final String REDIS = "redis";

    /** Dropwizard registers it with every environment. */
    private static final String DEADLOCKS = "deadlocks";

    private static final Set<String> ALIVE_WORDS = Set.of("alive", "live");
    private static final String ALL = "all";

    private final HealthCheckRegistry checks;
    private final ObjectMapper json;

    HealthReport(HealthCheckRegistry checks, ObjectMapper json) {
        this.checks = checks;
        this.json = json;
    }

    /** One check in the answer. */
    record State(String name, boolean healthy, HealthCheckType type, boolean critical, @Nullable String message) {

        static State of(String name, HealthCheck.Result result) {
            boolean critical = name.equals(REDIS) || name.equals(DEADLOCKS);
            return new State(name, result.isHealthy(), typeOf(name), critical, result.getMessage());
        }
    }

    @Override
    public HealthResponse healthResponse(Map<String, Collection<String>> parameters) {
        boolean aliveOnly = parameters.getOrDefault("type", List.of()).stream()
                .limit(1)
                .anyMatch(type -> ALIVE_WORDS.contains(type.toLowerCase(Locale.ROOT)));
        List<State> states = checks
                .runHealthChecks((name, check) -> !aliveOnly || typeOf(name) == HealthCheckType.ALIVE)
                .entrySet()
                .stream()
                .map(entry -> State.of(entry.getKey(), entry.getValue()))
                .toList();
        boolean healthy = states.stream().allMatch(state -> state.healthy() || !state.critical());
        String body = write(named(states, parameters.getOrDefault("name", List.of())));
        return new HealthResponse(healthy, body, "application/json", healthy ? 200 : 503);
    }

    private static List<State> named(List<State> states, Collection<String> names) {
        return names.isEmpty() || names.contains(ALL)
                ? states
                : states.stream().filter(state -> names.contains(state.name())).toList();
    }

    private static HealthCheckType typeOf(String name) {
        return name.equals(DEADLOCKS) ? HealthCheckType.ALIVE : HealthCheckType.READY;
    }

    private String write(List<State> states) {
        try {
            return json.writeValueAsString(states);
        } catch (JsonProcessingException failed) {
            throw new IllegalStateException("health cannot be written", failed);
        }
    }
}
