package dev.punctual.resources;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The description of this API for machines, kept by hand beside the resources. */
@Path("/openapi.json")
public final class OpenApiResource {

    private final byte[] description;

    OpenApiResource() {
        this.description = read("/openapi.json");
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public byte[] description() {
        return description.clone();
    }

    /** Reads what was built into our jar. */
    static byte[] read(String name) {
        try (InputStream resource = OpenApiResource.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return resource.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
