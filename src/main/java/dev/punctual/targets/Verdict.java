package dev.punctual.targets;

import dev.punctual.core.DeliveryOutcome;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * What one exchange means for the job and for the circuit.
 *
 * @param outcome for the job
 * @param health what it says about the target
 */
record Verdict(DeliveryOutcome outcome, Health health) {

    /** What an exchange says about its target. */
    enum Health {
        /** It answers as it should: also when it does not want this very job. */
        GOOD,
        BAD,
        /** It was not asked. */
        UNKNOWN
    }

    private static final int REDIRECT_FROM = 300;
    private static final int REDIRECT_TO = 399;

    /** By an answer whose status and headers are complete. */
    static Verdict answered(int status, HttpFields headers, String excerpt, WebhookRules rules) {
        if (rules.success().contains(status)) {
            return new Verdict(new DeliveryOutcome.Delivered(), Health.GOOD);
        }
        String reason = "the webhook answered " + status
                + (status >= REDIRECT_FROM && status <= REDIRECT_TO ? "; redirects are not followed" : "")
                + (excerpt.isEmpty() ? "" : ": " + excerpt);
        if (rules.finals().contains(status)) {
            return new Verdict(new DeliveryOutcome.Dead(reason), Health.GOOD);
        }
        Duration wait = rules.retryAfter()
                .read(headers.get(HttpHeader.RETRY_AFTER), headers.get(HttpHeader.DATE))
                .orElse(null);
        return new Verdict(new DeliveryOutcome.Retry(reason, wait), Health.BAD);
    }

    /** By what kept a complete answer from coming. The words are ours: an exception's may hold parts of the request. */
    static Verdict failed(@Nullable Throwable thrown, WebhookSettings settings) {
        Throwable failure = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        if (failure instanceof RefusedUrlException refused) {
            return refused(refused);
        }
        return new Verdict(new DeliveryOutcome.Retry(reason(failure, settings), null), Health.BAD);
    }

    static Verdict refused(RefusedUrlException refused) {
        return new Verdict(new DeliveryOutcome.Dead(String.valueOf(refused.getMessage())), Health.UNKNOWN);
    }

    static Verdict stopped() {
        return new Verdict(
                new DeliveryOutcome.Retry("the service stopped before the webhook answered", null), Health.UNKNOWN);
    }

    private static String reason(@Nullable Throwable failure, WebhookSettings settings) {
        if (failure instanceof SocketTimeoutException) {
            return "no connection to the webhook within " + millis(settings.connectTimeout());
        }
        if (failure instanceof TimeoutException) {
            return "no answer of the webhook within " + millis(settings.timeout());
        }
        if (failure instanceof UnknownHostException) {
            return "the name of the webhook's host is not known";
        }
        if (failure instanceof ConnectException) {
            return "the webhook's host does not take connections";
        }
        if (failure instanceof SSLException) {
            return "no secure connection to the webhook: " + Excerpt.of(String.valueOf(failure.getMessage()));
        }
        if (failure instanceof EOFException || failure instanceof ClosedChannelException) {
            return "the webhook closed the connection before its answer was complete";
        }
        if (failure instanceof HttpResponseException) {
            return "the webhook's answer broke off, is too long or is not HTTP";
        }
        return "the exchange with the webhook failed: "
                + (failure == null ? "no answer" : failure.getClass().getSimpleName());
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + " ms";
    }
}
