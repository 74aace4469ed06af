package dev.punctual.targets;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** A receiver on loopback behind TLS, with a certificate for {@link #NAME} that nobody has signed. */
final class TlsReceiver implements AutoCloseable {

    static final String NAME = "receiver.example";

    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "receiver";

    private final Server server = new Server();
    private final ServerConnector connector;
    private final KeyStore keys;
    private volatile long delayMillis;
    private final List<String> received = new CopyOnWriteArrayList<>();

    /**
     * @param http2 whether it offers HTTP/2 beside HTTP/1.1
     */
    TlsReceiver(Path folder, boolean http2) throws Exception {
        keys = generate(folder.resolve("keys.p12"));
        SslContextFactory.Server secure = new SslContextFactory.Server();
        secure.setKeyStore(keys);
        secure.setKeyStorePassword(PASSWORD);
        HttpConfiguration config = new HttpConfiguration();
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol("http/1.1");
        ConnectionFactory first = new SslConnectionFactory(secure, alpn.getProtocol());
        ConnectionFactory one = new HttpConnectionFactory(config);
        connector = http2
                ? new ServerConnector(server, first, alpn, new HTTP2ServerConnectionFactory(config), one)
                : new ServerConnector(server, first, alpn, one);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String version =
                        request.getConnectionMetaData().getHttpVersion().asString();
                received.add(
                        version + " " + request.getHttpURI().getAuthority() + " " + Content.Source.asString(request));
                response.setStatus(204);
                server.getScheduler().schedule(callback::succeeded, delayMillis, TimeUnit.MILLISECONDS);
                return true;
            }
        });
        server.start();
    }

    private static KeyStore generate(Path file) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + NAME,
                        "-ext",
                        "san=dns:" + NAME,
                        "-validity",
                        "3650",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException("keytool made no key");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    /** For clients that trust this receiver and nobody else. */
    SSLContext trust() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    /** Answers so much later from now on. */
    void delay(Duration delay) {
        delayMillis = delay.toMillis();
    }

    int port() {
        return connector.getLocalPort();
    }

    /** Each request as its version of HTTP, the authority and the body. */
    List<String> received() {
        return received;
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }
}
