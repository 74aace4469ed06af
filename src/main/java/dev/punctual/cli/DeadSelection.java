package dev.punctual.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which dead jobs are meant: one by its id, those that fit, or all. None is meant by leaving everything out. */
final class DeadSelection {

    @Spec(Target.MIXEE)
    @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "ID",
            arity = "0..1",
            converter = JobIdArgument.NotEmpty.class,
            description = "The id of one dead job.")
    @Nullable String id;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "Every dead job of this queue.")
    @Nullable String queue;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Every dead job whose reason begins so.")
    @Nullable String reason;

    @Option(names = "--all", description = "Every dead job.")
    boolean all;

    /** One call for many, which answers where it ended. */
    interface Part {
        JsonNode call(@Nullable String cursor);
    }

    /** Whether one job is meant; refuses what is contradictory or says nothing. */
    boolean isOne() {
        boolean some = queue != null || reason != null;
        if ((id != null ? 1 : 0) + (some ? 1 : 0) + (all ? 1 : 0) != 1) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(), "say which: an ID, or --queue and --reason, or --all");
        }
        return id != null;
    }

    /** The one that is meant. */
    String one() {
        return Objects.requireNonNull(id);
    }

    /**
     * Goes on until there are no more.
     *
     * @param counted the member of each answer that says how many
     * @return how many in all
     */
    static long all(String counted, Part part) {
        long count = 0;
        String cursor = null;
        do {
            JsonNode answer = part.call(cursor);
            count += answer.path(counted).asLong();
            cursor = answer.path("next").textValue();
        } while (cursor != null);
        return count;
    }
}
