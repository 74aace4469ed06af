package dev.punctual.cli;

import picocli.CommandLine.Parameters;

/** The name of a queue on the command line. Which names there can be is for the service to say. */
final class QueueArgument {

    @Parameters(paramLabel = "QUEUE", converter = JobIdArgument.NotEmpty.class, description = "The name of the queue.")
    String name = "";

    ServicePath path(String rest) {
        return ServicePath.queue(name, rest);
    }
}
