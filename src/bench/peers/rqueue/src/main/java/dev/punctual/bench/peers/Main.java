package dev.punctual.bench.peers;

import com.github.sonus21.rqueue.core.RqueueEndpointManager;
import com.github.sonus21.rqueue.core.RqueueMessageEnqueuer;
import java.util.List;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Rqueue on the Spring Boot that its starter brings. What a setting is named after stands in its documentation
 * ("Configuration") or in the Javadoc of RqueueSchedulerConfig and RqueueListener.
 *
 * <ul>
 *   <li>Due messages are moved every millisecond in place of every 2 s (the property
 *       rqueue.scheduler.scheduled.message.time.interval, no least value is named), up to 1,000 at once in place of 100
 *       (rqueue.scheduler.max.message.count). At 200 jobs a second the median lag was 65 ms with an interval of 100 ms,
 *       9 ms with 10 ms and 3 ms with this one.
 *   <li>A listener that found nothing looks again after 1 ms ("Redis Configuration" sets the polling interval so; the
 *       default is 200 ms), with a concurrency of 10 and the batch of 10 that goes with it ("Task and Queue
 *       Concurrency").
 *   <li>No history of jobs, and nothing kept of a handled message ("How can I scale Rqueue to process millions of
 *       messages?").
 *   <li>A visibility timeout of 30 s in place of 15 min, so that what a killed consumer held comes back
 *       (RqueueListener).
 *   <li>Message id and payload go through enqueueAt; there is no call for many, and no bulk.
 * </ul>
 */
public final class Main implements Contender {

    private static final Map<String, Object> SETTINGS = Map.of(
            "rqueue.scheduler.scheduled.message.time.interval", 1,
            "rqueue.scheduler.max.message.count", 1_000,
            "rqueue.job.enabled", false,
            "rqueue.message.durability.in-terminal-state", 0);

    private final Options options;
    private ConfigurableApplicationContext context;
    private RqueueMessageEnqueuer enqueuer;

    private Main(Options options) {
        this.options = options;
    }

    public static void main(String[] arguments) {
        Program.run(arguments, Main.class, Main::open);
    }

    private static Main open(Options options) {
        if ("bulk".equals(options.verb())) {
            throw noBulk();
        }
        Main main = new Main(options);
        if (!"work".equals(options.verb())) {
            main.context = main.start(Map.of("rqueue.system.mode", "PRODUCER"), Consumer.Settings.class);
            main.context.getBean(RqueueEndpointManager.class).registerQueue(Consumer.QUEUE);
            main.enqueuer = main.context.getBean(RqueueMessageEnqueuer.class);
        }
        return main;
    }

    private ConfigurableApplicationContext start(Map<String, Object> more, Class<?>... sources) {
        return new SpringApplicationBuilder(sources)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .registerShutdownHook(false)
                .properties(SETTINGS)
                .properties(more)
                .properties(Map.of("spring.data.redis.url", options.server()))
                .run();
    }

    @Override
    public void work(Report report) {
        Consumer.report = report;
        context = start(Map.of(), Consumer.Settings.class, Consumer.class);
    }

    @Override
    public void schedule(Job job) {
        Consumer.Message message = new Consumer.Message(job.id(), Job.PAYLOAD);
        enqueuer.enqueueAt(Consumer.QUEUE, job.id(), message, job.dueAtMillis());
    }

    @Override
    public void scheduleInBulk(List<Job> jobs) {
        throw noBulk();
    }

    private static UnsupportedOperationException noBulk() {
        return new UnsupportedOperationException("Rqueue has no call that enqueues many messages");
    }

    @Override
    public void close() {
        if (context != null) {
            context.close();
        }
    }
}
