package dev.punctual.resources;

import dev.punctual.api.UpcomingView;
import dev.punctual.core.UpcomingSource;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What is due in the next minute, hour and day. Redis counts at most once a second, however many ask. */
@Path("/v1/upcoming")
@Produces(MediaType.APPLICATION_JSON)
public final class UpcomingResource {

    private static final long FRESH_NANOS = 1_000_000_000;

    private final UpcomingSource source;
    private final LongSupplier nanoTime;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable UpcomingView last;
    private long readAtNanos;

    UpcomingResource(UpcomingSource source, LongSupplier nanoTime) {
        this.source = source;
        this.nanoTime = nanoTime;
    }

    @GET
    public UpcomingView upcoming() {
        turn.lock();
        try {
            UpcomingView view = last;
            if (view == null || nanoTime.getAsLong() - readAtNanos >= FRESH_NANOS) {
                view = UpcomingView.of(source.upcoming());
                last = view;
                readAtNanos = nanoTime.getAsLong();
            }
            return view;
        } finally {
            turn.unlock();
        }
    }
}
