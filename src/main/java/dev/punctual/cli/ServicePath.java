package dev.punctual.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Paths of the service, with every argument encoded. */
final class ServicePath {

    private final String path;
    private final StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");

    private ServicePath(String path) {
        this.path = path;
    }

    static ServicePath of(String path) {
        return new ServicePath(path);
    }

    static ServicePath job(String id, String rest) {
        return new ServicePath("/v1/jobs/" + encoded(id) + rest);
    }

    static ServicePath queue(String name, String rest) {
        return new ServicePath("/v1/queues/" + encoded(name) + rest);
    }

    static ServicePath dead(String id) {
        return new ServicePath("/v1/dead/" + encoded(id));
    }

    /** Adds a parameter; null is left out. */
    ServicePath with(String name, @Nullable Object value) {
        if (value != null) {
            query.add(name + "=" + encoded(value.toString()));
        }
        return this;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return path + query;
    }
}
