package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.HttpConnection;
import dev.punctual.testkit.ServiceProcess;

/** The claims that all instances have tried, by their own counters. */
final class Claims {

    private static final String METRIC = "punctual_claims_total{";

    private Claims() {}

    /** Won and refused, over all paths. */
    static double tried(PunctualServers servers) {
        return servers.services.stream().mapToDouble(Claims::tried).sum();
    }

    private static double tried(ServiceProcess service) {
        try (HttpConnection admin = new HttpConnection(service.admin())) {
            return admin.get("/prometheus")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(METRIC))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }
}
