package dev.punctual.testkit;

import java.net.http.HttpHeaders;
import java.util.stream.Stream;

/** An answer read line by line while it comes; closing it ends the request. */
public record Lines(int status, HttpHeaders headers, Stream<String> lines) implements AutoCloseable {

    @Override
    public void close() {
        lines.close();
    }
}
