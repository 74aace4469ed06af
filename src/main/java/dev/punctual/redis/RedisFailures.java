package dev.punctual.redis;

import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.PunctualException;
import dev.punctual.core.StoreUnavailableException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The one place that turns the failures of Lettuce into ours. What was certainly not carried out is told apart from what
 * may have been.
 */
final class RedisFailures {

    private RedisFailures() {}

    /** What stands behind the wrappers of futures; null for null. */
    static @Nullable Throwable root(@Nullable Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    static PunctualException translate(Throwable failure) {
        Throwable cause = root(failure);
        if (cause instanceof PunctualException ours) {
            return ours;
        }
        if (cause instanceof RedisCommandTimeoutException) {
            return new OutcomeUnknownException("Redis did not answer in time", cause);
        }
        if (cause instanceof RedisCommandExecutionException) {
            // A script of ours is refused as a whole, before its first line.
            return new StoreUnavailableException("Redis refused: " + cause.getMessage(), cause);
        }
        if (cause instanceof RedisConnectionException || wasRejected(cause)) {
            return new StoreUnavailableException("Redis is not connected", cause);
        }
        return new OutcomeUnknownException("the connection to Redis broke before the answer came", cause);
    }

    /** Lettuce says only in the text that a command was never sent. */
    private static boolean wasRejected(@Nullable Throwable cause) {
        if (cause == null) {
            return false;
        }
        String message = String.valueOf(cause.getMessage());
        return cause instanceof RedisException
                && (message.contains("Commands are rejected")
                        || message.contains("Request queue size exceeded")
                        || message.contains("Commands are not accepted")
                        || message.contains("Connection is closed"));
    }
}
