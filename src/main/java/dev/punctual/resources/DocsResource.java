package dev.punctual.resources;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The description of this API for people: Swagger UI out of our own jar, so that it needs no other host. */
@Path("/docs")
public final class DocsResource {

    /** The version in the path inside the WebJar; the build file names the same. */
    static final String SWAGGER_UI = "/META-INF/resources/webjars/swagger-ui/5.34.1/";

    private static final Map<String, String> FILES = Map.of(
            "swagger-ui.css", "text/css; charset=utf-8",
            "swagger-ui-bundle.js", "text/javascript; charset=utf-8",
            "favicon-32x32.png", "image/png");

    private static final String START = "start.js";

    private static final String PAGE = "text/html; charset=utf-8";

    /** Swagger UI styles elements in place; nothing else may come from anywhere but here. */
    private static final String POLICY =
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

    @GET
    public Response page(@Context UriInfo uri) {
        String base = uri.getBaseUri().getRawPath();
        String page = new String(OpenApiResource.read("/docs/index.html"), StandardCharsets.UTF_8);
        return Response.ok(page.replace("{base}", base), PAGE)
                .header("Content-Security-Policy", POLICY)
                .build();
    }

    @GET
    @Path("{file}")
    public Response file(@PathParam("file") String file) {
        if (file.equals(START)) {
            return Response.ok(OpenApiResource.read("/docs/" + START), "text/javascript; charset=utf-8")
                    .build();
        }
        String type = FILES.get(file);
        if (type == null) {
            throw new NotFoundException();
        }
        return Response.ok(OpenApiResource.read(SWAGGER_UI + file), type)
                .header("Cache-Control", "max-age=86400")
                .build();
    }
}
