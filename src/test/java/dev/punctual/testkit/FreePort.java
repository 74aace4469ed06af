package dev.punctual.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Loopback ports for servers that a test starts. */
public final class FreePort {

    // Below the range that operating systems draw outgoing ports from, so none is taken between choice and use.
    private static final int FROM = 20_000;
    private static final int TO = 32_000;
    private static final int ATTEMPTS = 100;

    private FreePort() {}

    /** A random port that nobody listens on now. */
    public static int next() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FROM, TO);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                continue;
            }
        }
        throw new IllegalStateException("no free port between " + FROM + " and " + TO);
    }
}
