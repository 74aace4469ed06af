package dev.punctual.targets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpFields;

/**
 * Listens to one exchange. The status decides as soon as it and the headers are there; the body is read to its end, to
 * the limit or until the time is over, and only its beginning is kept. The client calls it from one thread at a time.
 */
final class Exchange implements Response.Listener {

    private static final int NO_STATUS = 0;

    private final WebhookSettings settings;
    private final WebhookRules rules;
    private final boolean quotes;
    private final Consumer<Verdict> end;

    private final byte[] beginning = new byte[Excerpt.MAX_BYTES];
    private int kept;
    private long readBytes;
    private int status = NO_STATUS;

    /**
     * @param quotes whether the reason may hold the beginning of the body
     * @param end is told once
     */
    Exchange(WebhookSettings settings, WebhookRules rules, boolean quotes, Consumer<Verdict> end) {
        this.settings = settings;
        this.rules = rules;
        this.quotes = quotes;
        this.end = end;
    }

    @Override
    public void onHeaders(Response response) {
        status = response.getStatus();
    }

    @Override
    public void onContent(Response response, ByteBuffer content) {
        readBytes += content.remaining();
        int wanted = Math.min(content.remaining(), beginning.length - kept);
        content.get(beginning, kept, wanted);
        kept += wanted;
        content.position(content.limit());
        if (readBytes > WebhookSettings.RESPONSE_LIMIT_BYTES) {
            var unused = response.abort(new IOException("the answer is longer than is read"));
        }
    }

    @Override
    public void onComplete(Result result) {
        if (status == NO_STATUS) {
            end.accept(Verdict.failed(result.getFailure(), settings));
        } else {
            HttpFields headers = result.getResponse().getHeaders();
            end.accept(Verdict.answered(status, headers, quotes ? Excerpt.of(beginning, kept) : "", rules));
        }
    }
}
