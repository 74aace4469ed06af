package dev.punctual;

import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.server.ServerFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** What an instance calls itself in fire records: the configured name, or host name and application port. */
final class InstanceName {

    private InstanceName() {}

    static String of(PunctualConfiguration configuration) {
        return configuration.instance().isEmpty()
                ? hostName() + ":" + port(configuration.getServerFactory())
                : configuration.instance();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    private static long port(ServerFactory server) {
        if (server instanceof DefaultServerFactory known
                && !known.getApplicationConnectors().isEmpty()
                && known.getApplicationConnectors().get(0) instanceof HttpConnectorFactory http
                && http.getPort() != 0) {
            return http.getPort();
        }
        return ProcessHandle.current().pid();
    }
}
