package dev.punctual.cli;

import dev.punctual.redis.RedisAnswer;
import dev.punctual.redis.RedisShell;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "redis",
        description = {
            "Send any command to the Redis of the service, and print the answer as redis-cli does.",
            "Which Redis: PUNCTUAL_REDIS_URI, as the service has it; without it the embedded one, on PUNCTUAL_DATA_DIR"
                    + " (data). What stands in the config file instead is not seen here."
        })
final class RedisCommand implements Callable<Integer> {

    private final Terminal terminal;
    private final Map<String, String> environment;

    @Option(
            names = "--typed",
            negatable = true,
            defaultValue = "${sys:punctual.typed:-true}",
            fallbackValue = "true",
            description =
                    "Types and escapes, as for a person, or bare bytes (--no-typed); default: typed on a terminal.")
    boolean typed = true;

    @Parameters(arity = "1..*", paramLabel = "WORD", description = "The command and its arguments.")
    List<String> words = List.of();

    RedisCommand(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        String uri = environment.getOrDefault("PUNCTUAL_REDIS_URI", "embedded");
        Path dataDir = Path.of(environment.getOrDefault("PUNCTUAL_DATA_DIR", "data"));
        RedisAnswer answer = RedisShell.send(uri, dataDir, words);
        terminal.bytes(shown(answer));
        return answer instanceof RedisAnswer.Failure ? ExitCode.REFUSED : ExitCode.DONE;
    }

    private byte[] shown(RedisAnswer answer) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes(typed ? RedisText.typed(answer).getBytes(StandardCharsets.UTF_8) : RedisText.bare(answer));
        line.write('\n');
        return line.toByteArray();
    }
}
