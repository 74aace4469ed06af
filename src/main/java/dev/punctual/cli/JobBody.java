package dev.punctual.cli;

import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The body of a request about a job; what was not given is left out. */
final class JobBody {

    private final StringJoiner members = new StringJoiner(",", "{", "}");

    JobBody text(String name, @Nullable String value) {
        return json(name, value == null ? null : Json.quoted(value));
    }

    /** The very text of a JSON value. */
    JobBody json(String name, @Nullable String value) {
        if (value != null) {
            members.add(Json.quoted(name) + ":" + value);
        }
        return this;
    }

    @Override
    public String toString() {
        return members.toString();
    }
}
