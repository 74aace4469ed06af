package dev.punctual.targets;

import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.ContinueProtocolHandler;
import org.eclipse.jetty.client.EarlyHintsProtocolHandler;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProcessingProtocolHandler;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Makes the HTTP client of one queue. It does what one request says and no more: it follows nothing, remembers nothing,
 * answers no challenge and unpacks nothing.
 *
 * @param tls null for the JVM's own
 */
record ClientSetup(
        WebhookSettings settings,
        @Nullable SSLContext tls,
        Executor threads,
        Scheduler timer,
        CheckedAddresses addresses) {

    /** Many receivers close after 5 s: what they are about to close is not used for the next request. */
    private static final int IDLE_MILLIS = 4_000;

    private static final Duration MARGIN = Duration.ofSeconds(5);
    private static final int DESTINATION_IDLE_MILLIS = 60_000;
    private static final int HEADERS_MAX_BYTES = 32 * 1024;

    HttpClient start(String queue) {
        HttpClient client = new HttpClient(transport());
        client.setName("punctual-webhook-" + queue);
        client.setExecutor(threads);
        client.setScheduler(timer);
        client.setSocketAddressResolver(addresses);
        client.setConnectTimeout(settings.connectTimeout().toMillis());
        client.setIdleTimeout(IDLE_MILLIS);
        client.setDestinationIdleTimeout(DESTINATION_IDLE_MILLIS);
        client.setMaxConnectionsPerDestination(settings.concurrency());
        client.setMaxRequestsQueuedPerDestination(settings.concurrency());
        client.setMaxResponseHeadersSize(HEADERS_MAX_BYTES);
        client.setFollowRedirects(false);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.setUserAgentField(null);
        LifeCycle.start(client);
        // The client registers these at its start.
        client.getContentDecoderFactories().clear();
        client.getProtocolHandlers().clear();
        client.getProtocolHandlers().put(new ContinueProtocolHandler());
        client.getProtocolHandlers().put(new ProcessingProtocolHandler());
        client.getProtocolHandlers().put(new EarlyHintsProtocolHandler());
        return client;
    }

    /** How long a connection may be silent within an exchange: it is the limit of the whole that ends one. */
    static Duration silence(WebhookSettings settings) {
        return settings.timeout().plus(MARGIN);
    }

    private HttpClientTransportDynamic transport() {
        SslContextFactory.Client secure = new SslContextFactory.Client();
        if (tls != null) {
            secure.setSslContext(tls);
        }
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        connector.setSslContextFactory(secure);
        HTTP2Client http2 = new HTTP2Client(connector);
        http2.setInitialStreamRecvWindow(WebhookSettings.RESPONSE_LIMIT_BYTES);
        http2.setMaxResponseHeadersSize(HEADERS_MAX_BYTES);
        return new HttpClientTransportDynamic(
                connector, HttpClientConnectionFactory.HTTP11, new Http2(http2, silence(settings)));
    }
}
