package dev.punctual.resources;

import dev.punctual.api.AckView;
import dev.punctual.api.InstantText;
import dev.punctual.api.LeaseView;
import dev.punctual.api.Nack;
import dev.punctual.api.PageView;
import dev.punctual.api.PullReader;
import dev.punctual.api.RefusedException;
import dev.punctual.core.InvalidJobException;
import dev.punctual.core.LeaseToken;
import dev.punctual.core.PullLeases;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Leases of pulled jobs: done, not done, not done yet. */
@Path("/v1/leases")
@Produces(MediaType.APPLICATION_JSON)
public final class LeasesResource {

    private static final String NO_REASON = "its puller gave it back without a reason";

    private final PullLeases leases;
    private final RequestBody bodies;

    LeasesResource(PullLeases leases, RequestBody bodies) {
        this.leases = leases;
        this.bodies = bodies;
    }

    @POST
    @Path("{token}/ack")
    public Response ack(@PathParam("token") String path, InputStream body, @Context HttpHeaders headers) {
        bodies.discard(body);
        Preconditions.none(headers);
        LeaseToken token = token(path);
        return ended(token, leases.ack(token));
    }

    @POST
    @Path("ack")
    public PageView<AckView> ackAll(InputStream body, @Context HttpHeaders headers) {
        List<LeaseToken> tokens = PullReader.acks(bodies.read(body, headers, MediaTypes.JSON));
        Preconditions.none(headers);
        List<Boolean> held = leases.ack(tokens);
        List<AckView> views = new ArrayList<>(tokens.size());
        for (int i = 0; i < tokens.size(); i++) {
            views.add(AckView.of(tokens.get(i).text(), held.get(i)));
        }
        return new PageView<>(views, null);
    }

    @POST
    @Path("{token}/nack")
    public Response nack(@PathParam("token") String path, InputStream body, @Context HttpHeaders headers) {
        Nack nack = PullReader.nack(bodies.read(body, headers, MediaTypes.JSON));
        Preconditions.none(headers);
        LeaseToken token = token(path);
        return ended(token, leases.nack(token, nack.reason() == null ? NO_REASON : nack.reason(), nack.delay()));
    }

    @POST
    @Path("{token}/extend")
    public LeaseView extend(@PathParam("token") String path, InputStream body, @Context HttpHeaders headers) {
        Duration lease = PullReader.extend(bodies.read(body, headers, MediaTypes.JSON));
        Preconditions.none(headers);
        LeaseToken token = token(path);
        Instant endsAt = leases.extend(token, lease);
        if (endsAt == null) {
            throw lost(token);
        }
        return new LeaseView(token.text(), InstantText.format(endsAt));
    }

    private static LeaseToken token(String text) {
        return LeaseToken.of(text)
                .orElseThrow(() -> new InvalidJobException("token", "must be the leaseToken of a leased job"));
    }

    private static Response ended(LeaseToken token, boolean held) {
        if (!held) {
            throw lost(token);
        }
        return Response.noContent().build();
    }

    private static RefusedException lost(LeaseToken token) {
        return RefusedException.gone("The lease is no longer the owner of job '" + token.id()
                + "': it lapsed, it was ended, or the job has gone on without it");
    }
}
