package dev.punctual.testkit;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A main class with the ports and the command line of the service and nothing behind them, for the kit's own tests. */
final class StandInService {

    private StandInService() {}

    public static void main(String[] args) throws IOException {
        System.out.println(String.join(" ", args));
        System.out.println(
                "variable " + System.getenv("PUNCTUAL_NAMESPACE") + ", zone " + System.getProperty("user.timezone"));
        if ("fail".equals(System.getenv("PUNCTUAL_INSTANCE"))) {
            System.out.println("no way");
            System.exit(3);
        }
        serve(System.getenv("PUNCTUAL_PORT"), "application");
        serve(System.getenv("PUNCTUAL_ADMIN_PORT"), "pong");
    }

    private static void serve(String port, String text) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(port)), 0);
        server.createContext("/", exchange -> {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }
}
