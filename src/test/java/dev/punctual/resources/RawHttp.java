package dev.punctual.resources;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** HTTP as bytes, for what no client would send. */
final class RawHttp {

    private static final int TIMEOUT_MILLIS = 20_000;

    private RawHttp() {}

    static Socket open(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /** Sends a text and reads until the server closes. */
    static String exchange(int port, String request) throws IOException {
        return exchange(port, request.getBytes(StandardCharsets.ISO_8859_1));
    }

    static String exchange(int port, byte[] request) throws IOException {
        try (Socket socket = open(port)) {
            OutputStream out = socket.getOutputStream();
            out.write(request);
            out.flush();
            return readAll(socket.getInputStream());
        }
    }

    static String readAll(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
}
