package dev.punctual.redis;

import dev.punctual.core.Telemetry;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs scripts and commands on one connection. Thread-safe. Every failure comes out translated by {@link RedisFailures}.
 */
final class ScriptRunner {

    /** Longer than the command's own time limit, which ends the wait in every ordinary case. */
    private static final int LAST_RESORT_FACTOR = 3;

    private final Supplier<StatefulRedisConnection<String, String>> connection;
    private final Duration timeout;
    private final Telemetry telemetry;

    /**
     * @param timeout the time limit of one command
     */
    ScriptRunner(Supplier<StatefulRedisConnection<String, String>> connection, Duration timeout, Telemetry telemetry) {
        this.connection = connection;
        this.timeout = timeout;
        this.telemetry = telemetry;
    }

    /** Runs a script that answers with rows. */
    CompletionStage<List<Object>> rows(Script script, List<String> keys, List<String> args) {
        return run(script, ScriptOutputType.MULTI, keys, args);
    }

    /** Runs a script that answers with texts, and waits for them; never on a thread of Lettuce. */
    List<String> texts(Script script, List<String> keys, List<String> args) {
        return await(rows(script, keys, args)).stream().map(String::valueOf).toList();
    }

    /** Runs a script that answers with a number. */
    CompletionStage<Long> number(Script script, List<String> keys, List<String> args) {
        return run(script, ScriptOutputType.INTEGER, keys, args);
    }

    /** Runs a script that answers with a text. */
    CompletionStage<String> text(Script script, List<String> keys, List<String> args) {
        return run(script, ScriptOutputType.VALUE, keys, args);
    }

    private <T> CompletionStage<T> run(Script script, ScriptOutputType type, List<String> keys, List<String> args) {
        String[] keyArray = keys.toArray(String[]::new);
        String[] argArray = args.toArray(String[]::new);
        return command(redis -> redis.<T>evalsha(script.digest(), type, keyArray, argArray))
                .handle((answer, failure) -> {
                    if (failure != null
                            && RedisFailures.translate(failure).getCause() instanceof RedisNoScriptException) {
                        return command(redis -> redis.<T>eval(script.source(), type, keyArray, argArray));
                    }
                    return failure == null
                            ? CompletableFuture.completedFuture(answer)
                            : CompletableFuture.<T>failedFuture(failure);
                })
                .thenCompose(Function.identity());
    }

    /** Runs one command. */
    <T> CompletionStage<T> command(Function<RedisAsyncCommands<String, String>, CompletionStage<T>> command) {
        long started = System.nanoTime();
        CompletionStage<T> answer;
        try {
            answer = command.apply(connection.get().async());
        } catch (RuntimeException rejected) {
            return CompletableFuture.failedFuture(RedisFailures.translate(rejected));
        }
        return answer.handle((value, failure) -> {
            if (failure != null) {
                throw RedisFailures.translate(failure);
            }
            telemetry.redisCommand(Duration.ofNanos(System.nanoTime() - started));
            return value;
        });
    }

    /** Waits for an answer; never on a thread of Lettuce. */
    <T> T await(CompletionStage<T> answer) {
        try {
            return answer.toCompletableFuture().get(timeout.toMillis() * LAST_RESORT_FACTOR, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new dev.punctual.core.OutcomeUnknownException("interrupted while waiting", interrupted);
        } catch (ExecutionException | TimeoutException failed) {
            throw RedisFailures.translate(failed);
        }
    }
}
