package dev.punctual.resources;

import dev.punctual.api.FireView;
import dev.punctual.api.PageView;
import dev.punctual.core.FireLog;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.jspecify.annotations.Nullable;

/** Fire records, newest first. */
@Path("/v1/fires")
@Produces(MediaType.APPLICATION_JSON)
public final class FiresResource {

    private final FireLog fires;

    FiresResource(FireLog fires) {
        this.fires = fires;
    }

    @GET
    public PageView<FireView> list(
            @QueryParam("queue") @Nullable String queue,
            @QueryParam("path") @Nullable String path,
            @QueryParam("limit") @Nullable String limit,
            @QueryParam("cursor") @Nullable String cursor) {
        return PageView.of(fires.fires(PageParameters.fires(queue, path, limit, cursor)), FireView::of);
    }
}
