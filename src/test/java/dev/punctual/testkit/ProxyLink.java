package dev.punctual.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** One connection through a {@link TcpProxy}. Methods may be called from any thread. */
public final class ProxyLink {

    private static final int KEPT_BYTES = 4_096;

    private final Socket client;
    private final Socket target;
    private final ProxyGate allToTarget;
    private final ProxyGate allToClient;
    private final ProxyGate toTarget = new ProxyGate();
    private final ProxyGate toClient = new ProxyGate();
    private final ByteArrayOutputStream opening = new ByteArrayOutputStream();

    ProxyLink(Socket client, Socket target, ProxyGate allToTarget, ProxyGate allToClient) {
        this.client = client;
        this.target = target;
        this.allToTarget = allToTarget;
        this.allToClient = allToClient;
    }

    /**
     * Whether the first 4 kB that the client sent contain a word; tells the subscriber's connection from the others:
     * {@code link.hasSent("PSUBSCRIBE")}.
     */
    public boolean hasSent(String word) {
        synchronized (opening) {
            return opening.toString(StandardCharsets.ISO_8859_1).contains(word);
        }
    }

    /** Falls silent in both directions. */
    public void hold() {
        holdToTarget();
        holdToClient();
    }

    /** What the client sends goes no further. */
    public void holdToTarget() {
        toTarget.shut();
    }

    /** What the target sends goes no further. */
    public void holdToClient() {
        toClient.shut();
    }

    /** Forwards again, what was held back first. */
    public void resume() {
        toTarget.open();
        toClient.open();
    }

    /** Resets the connection on both sides. */
    public void cut() {
        reset(client);
        reset(target);
        resume();
    }

    public boolean isClosed() {
        return client.isClosed();
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException alreadyClosed) {
            return;
        }
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void pumpToTarget() {
        pump(client, target, toTarget, allToTarget, true);
    }

    void pumpToClient() {
        pump(target, client, toClient, allToClient, false);
    }

    private void pump(Socket from, Socket to, ProxyGate own, ProxyGate all, boolean remember) {
        byte[] buffer = new byte[16_384];
        try {
            for (int length = from.getInputStream().read(buffer); length >= 0; ) {
                if (remember) {
                    remember(buffer, length);
                }
                own.pass();
                all.pass();
                to.getOutputStream().write(buffer, 0, length);
                length = from.getInputStream().read(buffer);
            }
            // The end is news as well: a silent network does not tell it.
            own.pass();
            all.pass();
        } catch (IOException closed) {
            // Either side went away; both are closed below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close(from);
            close(to);
        }
    }

    private void remember(byte[] buffer, int length) {
        synchronized (opening) {
            opening.write(buffer, 0, Math.min(length, KEPT_BYTES - opening.size()));
        }
    }
}
