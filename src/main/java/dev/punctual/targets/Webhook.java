package dev.punctual.targets;

import dev.punctual.core.Deliverer;
import dev.punctual.core.Delivery;
import dev.punctual.core.DeliveryOutcome;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpMethod;

/** POSTs the jobs of one queue, each in one request that is signed and never repeated underneath. */
final class Webhook implements Deliverer {

    private static final String CONTENT_TYPE = "application/json";

    private final WebhookSettings settings;
    private final WebhookRules rules;
    private final HttpClient client;
    private final Places places;
    private final Runnable connections;
    private volatile boolean closed;

    /**
     * @param client started
     * @param connections closes the client and what belongs to it; may be called again
     */
    Webhook(WebhookSettings settings, WebhookRules rules, HttpClient client, Places places, Runnable connections) {
        this.settings = settings;
        this.rules = rules;
        this.client = client;
        this.places = places;
        this.connections = connections;
    }

    @Override
    public int reserve(int most) {
        return closed ? 0 : places.reserve(most);
    }

    @Override
    public void release(int count) {
        places.release(count);
    }

    @Override
    public void onFree(Runnable listener) {
        places.onFree(listener);
    }

    @Override
    public CompletionStage<DeliveryOutcome> deliver(Delivery delivery) {
        long era = places.begin();
        CompletableFuture<DeliveryOutcome> outcome = new CompletableFuture<>();
        try {
            send(delivery, verdict -> end(era, verdict, outcome));
        } catch (RefusedUrlException refused) {
            end(era, Verdict.refused(refused), outcome);
        } catch (RuntimeException failed) {
            end(era, Verdict.failed(failed, settings), outcome);
        }
        return outcome;
    }

    private void send(Delivery delivery, Consumer<Verdict> end) {
        String jobUrl = delivery.route().url();
        WebUrl url = jobUrl == null ? rules.url() : rules.jobUrls().check(jobUrl);
        if (url == null) {
            throw new RefusedUrlException("the job brings no url, and its queue has none");
        }
        byte[] body = delivery.body().getBytes(StandardCharsets.UTF_8);
        Request request = client.newRequest(url.uri())
                .method(HttpMethod.POST)
                .headers(fields -> WebhookHeaders.write(fields, delivery, body, rules))
                .body(new BytesRequestContent(CONTENT_TYPE, body))
                .timeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .idleTimeout(ClientSetup.silence(settings).toMillis(), TimeUnit.MILLISECONDS);
        if (jobUrl != null) {
            request.tag(CheckedAddresses.FROM_JOB);
        }
        // What a foreign host says is not shown to the one who chose the host.
        request.send(new Exchange(settings, rules, jobUrl == null, end));
    }

    private void end(long era, Verdict verdict, CompletableFuture<DeliveryOutcome> outcome) {
        Verdict last = closed && verdict.outcome() instanceof DeliveryOutcome.Retry ? Verdict.stopped() : verdict;
        places.end(era, last.health());
        outcome.complete(last.outcome());
    }

    @Override
    public void close() {
        closed = true;
        connections.run();
    }
}
