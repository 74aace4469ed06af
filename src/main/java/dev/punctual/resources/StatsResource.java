package dev.punctual.resources;

import dev.punctual.api.StatsView;
import dev.punctual.core.Observations;
import dev.punctual.core.StatsSource;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The state of the service in numbers. */
@Path("/v1/stats")
@Produces(MediaType.APPLICATION_JSON)
public final class StatsResource {

    private final StatsSource stats;
    private final Observations here;

    StatsResource(StatsSource stats, Observations here) {
        this.stats = stats;
        this.here = here;
    }

    @GET
    public StatsView stats() {
        return StatsView.of(stats.stats(), here);
    }
}
