package dev.punctual.bench.peers;

import com.github.sonus21.rqueue.annotation.RqueueListener;
import com.github.sonus21.rqueue.config.SimpleRqueueListenerContainerFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The listener, in the form that Rqueue finds it: a bean with an annotated method. */
public class Consumer {

    static final String QUEUE = "bench";

    /** Set before the application starts: Spring makes the listener. */
    static volatile Report report;

    @RqueueListener(value = QUEUE, concurrency = "10", batchSize = "10", visibilityTimeout = "30000")
    public void handle(Message message) {
        report.handled(message.id());
    }

    /** What is enqueued; Rqueue's own converter writes it as JSON with the name of the class. */
    public record Message(String id, String payload) {}

    /** The application without its listener is the producer. */
    @Configuration
    @EnableAutoConfiguration
    public static class Settings {

        @Bean
        public SimpleRqueueListenerContainerFactory simpleRqueueListenerContainerFactory() {
            SimpleRqueueListenerContainerFactory factory = new SimpleRqueueListenerContainerFactory();
            factory.setPollingInterval(1);
            return factory;
        }
    }
}
