package dev.punctual.cli;

import dev.punctual.core.Diagnosis;
import dev.punctual.core.RedisFacts.Stock;
import dev.punctual.observe.RedisDoctor;
import dev.punctual.redis.RedisClinic;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = {
            "Look at how Redis is set up for jobs, and say what it means and how to mend it. No service is asked.",
            "Which Redis: --redis-uri or PUNCTUAL_REDIS_URI, as the service has it; without them the embedded one, on"
                    + " PUNCTUAL_DATA_DIR (data). Nothing is changed without --repair but a probe key of its own."
        },
        exitCodeList = {
            "0:nothing worse than info",
            "1:refused by Redis, or failed",
            "2:wrong usage",
            "3:Redis cannot be reached",
            "4:the worst finding is a warning",
            "5:the worst finding is critical"
        })
final class DoctorCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Map<String, String> environment;

    @Option(
            names = "--redis-uri",
            paramLabel = "URI",
            description = "embedded, redis:// or rediss://...; default: PUNCTUAL_REDIS_URI, else embedded.")
    @Nullable String uri;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "The beginning of every key; default: PUNCTUAL_NAMESPACE, else punctual.")
    @Nullable String namespace;

    @Option(names = "--json", description = "Print JSON, as GET /v1/doctor answers it, instead of words.")
    boolean json;

    @Option(
            names = "--repair",
            description =
                    "First put back jobs that have lost their place, and take off entries and due keys that have no"
                            + " job. Safe beside running services, and may be repeated.")
    boolean repair;

    DoctorCommand(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Path dataDir = Path.of(environment.getOrDefault("PUNCTUAL_DATA_DIR", "data"));
        boolean nudging = !environment.getOrDefault("PUNCTUAL_NUDGE", "true").equals("false");
        try (RedisClinic clinic = RedisClinic.open(
                setting(uri, "PUNCTUAL_REDIS_URI", "embedded"),
                dataDir,
                setting(namespace, "PUNCTUAL_NAMESPACE", "punctual"))) {
            Stock repaired = repair ? clinic.repair() : null;
            Diagnosis diagnosis = RedisDoctor.look(clinic.examiner(), nudging);
            if (json) {
                terminal.json(DiagnosisText.json(diagnosis, repaired));
            } else {
                terminal.lines(DiagnosisText.lines(diagnosis, repaired));
            }
            if (repaired != null && !repaired.searched().complete()) {
                String trouble = repaired.searched().trouble();
                terminal.complain("the repair is not complete: " + (trouble.isEmpty() ? "its time was up" : trouble)
                        + "; run it again");
                return ExitCode.REFUSED;
            }
            return ExitCode.of(diagnosis.status());
        }
    }

    private String setting(@Nullable String option, String variable, String otherwise) {
        return Objects.requireNonNullElse(option, environment.getOrDefault(variable, otherwise));
    }
}
