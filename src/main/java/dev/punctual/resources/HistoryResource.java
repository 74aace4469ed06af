package dev.punctual.resources;

import dev.punctual.api.HistoryView;
import dev.punctual.core.FireHistory;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.jspecify.annotations.Nullable;

/** Fires and lags of the last minutes, second by second. */
@Path("/v1/history")
@Produces(MediaType.APPLICATION_JSON)
public final class HistoryResource {

    private final FireHistory history;

    HistoryResource(FireHistory history) {
        this.history = history;
    }

    @GET
    public HistoryView history(@QueryParam("seconds") @Nullable String seconds) {
        return HistoryView.of(history.last(PageParameters.seconds(seconds)));
    }
}
