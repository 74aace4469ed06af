package dev.punctual.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Finds a loopback port that nobody listens on. */
final class EmbeddedRedisPort {

    private EmbeddedRedisPort() {}

    /** The preferred port if it is free, else any free one. It may be taken again before it is used. */
    static int choose(int preferred) {
        try {
            return tryPort(preferred);
        } catch (IOException taken) {
            return any();
        }
    }

    static int any() {
        try {
            return tryPort(0);
        } catch (IOException e) {
            throw new EmbeddedRedisException("There is no free loopback port for the embedded Redis: " + e + ".", e);
        }
    }

    private static int tryPort(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, loopback())) {
            return socket.getLocalPort();
        }
    }

    /** 127.0.0.1, also where the JVM prefers IPv6. */
    static InetAddress loopback() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
}
