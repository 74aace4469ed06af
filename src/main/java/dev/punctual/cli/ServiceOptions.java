package dev.punctual.cli;

import java.net.URI;
import picocli.CommandLine.Option;

/** The options of every command that calls the service. */
final class ServiceOptions {

    @Option(
            names = "--url",
            paramLabel = "URL",
            converter = ServiceAddress.class,
            defaultValue = "http://127.0.0.1:${env:PUNCTUAL_PORT:-8080}",
            description = "Where the service is; default: ${DEFAULT-VALUE} (the port is that of PUNCTUAL_PORT).")
    URI url = URI.create("http://127.0.0.1:8080");

    ServiceCalls calls() {
        return new ServiceCalls(url);
    }
}
