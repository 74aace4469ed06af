package dev.punctual.targets;

import dev.punctual.core.Delivery;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/** The headers of one request. */
final class WebhookHeaders {

    static final String ID = "webhook-id";
    static final String TIMESTAMP = "webhook-timestamp";
    static final String SIGNATURE = "webhook-signature";
    static final String ATTEMPT = "punctual-attempt";

    private static final String USER_AGENT = "Punctual";
    private static final String TRACEPARENT = "traceparent";
    private static final Pattern TRACE =
            Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}[0-9a-f-]{0,64}");
    private static final int BASE = 36;

    private WebhookHeaders() {}

    static void write(HttpFields.Mutable fields, Delivery delivery, byte[] body, WebhookRules rules) {
        fields.put(HttpHeader.USER_AGENT, USER_AGENT);
        rules.headers().forEach(fields::put);
        String id = id(delivery.message());
        long timestamp = delivery.firedAt().getEpochSecond();
        fields.put(ID, id);
        fields.put(TIMESTAMP, Long.toString(timestamp));
        if (rules.signer().signs()) {
            fields.put(SIGNATURE, rules.signer().sign(id, timestamp, body));
        }
        fields.put(ATTEMPT, Integer.toString(delivery.attempt()));
        String trace = delivery.route().traceparent();
        if (isTrace(trace)) {
            fields.put(TRACEPARENT, trace);
        }
    }

    /** Without a full stop, which separates the parts of what is signed; a job id may hold one. */
    static String id(Delivery.Message message) {
        return message.job().value().replace(".", "%2E")
                + "_" + message.generation().value()
                + "_" + Long.toString(message.createdAt().toEpochMilli(), BASE);
    }

    private static boolean isTrace(@Nullable String trace) {
        return trace != null && TRACE.matcher(trace).matches();
    }
}
