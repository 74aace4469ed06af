package dev.punctual.functional;

import dev.punctual.PunctualApplication;
import dev.punctual.core.UnretriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service with a handler of its own, as the manual shows it. */
public final class EmbeddingExample {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddingExample.class);

    private EmbeddingExample() {}

    public static void main(String[] arguments) throws Exception {
        new PunctualApplication()
                .handle("resize", job -> {
                    if (job.body().contains("\"payload\":null")) {
                        throw new UnretriableException("there is no picture");
                    }
                    LOG.info("resized {}, attempt {}", job.message().job(), job.attempt());
                })
                .run(arguments);
    }
}
