package dev.punctual.observe;

import io.dropwizard.core.setup.Environment;

/**
 * The dashboard on the application port: the page at {@code /}, what it loads under {@code /assets/}. All are more exact
 * than Jersey's {@code /*} and so come before it; every other path stays Jersey's.
 */
public final class Dashboard {

    private static final String RESOURCES = "/assets";

    /** The version in the path inside the WebJar; the build file names the same. */
    private static final String CHARTS = "/META-INF/resources/webjars/uplot/1.6.30/dist";

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
        environment
                .servlets()
                .addServlet("dashboard-charts", new PageServlet(CHARTS, "/assets/uplot", null))
                .addMapping("/assets/uplot/*");
    }
}
