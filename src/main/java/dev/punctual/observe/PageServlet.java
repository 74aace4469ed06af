package dev.punctual.observe;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dropwizard.servlets.assets.AssetServlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves files of the class path that may load and call nothing but this service, and run no script of a page's text. */
final class PageServlet extends AssetServlet {

    private static final long serialVersionUID = 1L;

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    // No text ever becomes markup: the browser itself refuses innerHTML and its like.
                    + " require-trusted-types-for 'script'; trusted-types 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            // Asked for again each time, answered by 304: after an upgrade no old script meets a new page.
            "Cache-Control",
            "no-cache");

    PageServlet(String resources, String path, @Nullable String index) {
        super(resources, path, index, UTF_8);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        HEADERS.forEach(response::setHeader);
        super.doGet(request, response);
    }
}
