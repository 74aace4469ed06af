package dev.punctual.targets;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/**
 * HTTP/2 over TLS. A connection that is silent for a while is given up with all its exchanges, so that while must be
 * longer than an exchange may take.
 */
final class Http2 extends ClientConnectionFactory.Info {

    private static final List<String> SECURE = List.of("h2");

    /**
     * @param silence how long a connection may be silent
     */
    Http2(HTTP2Client client, Duration silence) {
        super(new Patient(client, silence));
    }

    @Override
    public List<String> getProtocols(boolean secure) {
        return secure ? SECURE : List.of();
    }

    private static final class Patient extends ClientConnectionFactoryOverHTTP2 {

        private final long silenceMillis;

        Patient(HTTP2Client client, Duration silence) {
            super(client);
            this.silenceMillis = silence.toMillis();
        }

        @Override
        public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
            endPoint.setIdleTimeout(silenceMillis);
            return super.newConnection(endPoint, context);
        }
    }
}
