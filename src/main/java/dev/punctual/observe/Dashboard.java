package dev.punctual.observe;

import io.dropwizard.core.setup.Environment;

/**
 * The dashboard on the application port: the page at {@code /}, what it loads under {@code /assets/}. Both are more exact
 * than Jersey's {@code /*} and so come before it; every other path stays Jersey's.
 */
public final class Dashboard {

    private static final String RESOURCES = "/assets";

    private Dashboard() {}

    /** Registers the page. Call once per environment. */
    public static void register(Environment environment) {
        environment
                .servlets()
                .addServlet("dashboard", new PageServlet(RESOURCES, "/", "index.html"))
                .addMapping("");
        environment
                .servlets()
                .addServlet("dashboard-assets", new PageServlet(RESOURCES, "/assets", null))
                .addMapping("/assets/*");
    }
}
