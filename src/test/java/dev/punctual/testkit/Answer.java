package dev.punctual.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;

/** What an HTTP request was answered with. */
public record Answer(int status, HttpHeaders headers, String body) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The body read as JSON; fails the test with the body in the message if it is none. */
    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON, status " + status + ": " + body, e);
        }
    }

    /** The first header of that name; empty text if there is none. */
    public String header(String name) {
        return headers.firstValue(name).orElse("");
    }
}
