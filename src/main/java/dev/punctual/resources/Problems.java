package dev.punctual.resources;

import dev.punctual.api.FieldFault;
import dev.punctual.api.Problem;
import dev.punctual.api.RefusedException;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.JobConflictException;
import dev.punctual.core.JobNotFoundException;
import dev.punctual.core.OutcomeUnknownException;
import dev.punctual.core.PreconditionFailedException;
import dev.punctual.core.StoreUnavailableException;
import java.util.List;

/** What each exception is to a client. One table, because a line of a stream is refused as a request is. */
final class Problems {

    private Problems() {}

    static Problem of(Throwable failure) {
        if (failure instanceof RefusedException refused) {
            return refused.problem();
        }
        if (failure instanceof InvalidJobException invalid) {
            return RefusedException.invalid(List.of(new FieldFault(invalid.field(), invalid.reason())))
                    .problem();
        }
        if (failure instanceof JobNotFoundException notFound) {
            return Problem.of(404, "Not Found", text(notFound));
        }
        if (failure instanceof JobConflictException conflict) {
            return Problem.of(409, "Conflict", text(conflict))
                    .withState(conflict.state().word());
        }
        if (failure instanceof PreconditionFailedException failed) {
            return Problem.of(412, "Precondition Failed", text(failed));
        }
        if (failure instanceof StoreUnavailableException) {
            return Problem.of(
                    503,
                    "Service Unavailable",
                    "Redis does not answer now. Nothing was changed; try again in a second.");
        }
        if (failure instanceof OutcomeUnknownException) {
            return Problem.of(
                    504,
                    "Gateway Timeout",
                    "Redis did not answer in time, and may have done it. Read the job to learn what happened.");
        }
        return Problem.of(
                500, "Internal Server Error", "Something went wrong here. The log has it under the X-Request-Id.");
    }

    /** Whether the failure is one that a client is told of in full, and that needs no line in the log. */
    static boolean isExpected(Throwable failure) {
        return of(failure).status() != 500;
    }

    private static String text(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return Character.toUpperCase(message.charAt(0)) + message.substring(1);
    }
}
