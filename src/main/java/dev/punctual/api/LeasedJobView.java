package dev.punctual.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.punctual.core.PullLeases.PulledJob;

/** A leased job in an answer: the very text that every target gets, with the lease in front. */
public final class LeasedJobView {

    private final String json;

    private LeasedJobView(String json) {
        this.json = json;
    }

    public static LeasedJobView of(PulledJob job) {
        // Neither needs an escape.
        return new LeasedJobView("{\"leaseToken\":\"" + job.token().text() + "\",\"leaseEndsAt\":\""
                + InstantText.format(job.leaseEndsAt()) + "\"," + job.body().substring(1));
    }

    @JsonValue
    @JsonRawValue
    public String json() {
        return json;
    }
}
