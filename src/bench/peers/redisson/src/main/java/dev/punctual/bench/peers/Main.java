package dev.punctual.bench.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RFuture;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.ConstantDelay;
import org.redisson.config.Config;

/**
 * Redisson's delayed queue in front of a blocking queue. Deprecated in favour of RReliableQueue, which the open edition
 * does not have, so it stays what a user of the open edition gets.
 *
 * <ul>
 *   <li>Both ends open the delayed queue, as its documentation asks: the client that holds it moves due elements over.
 *   <li>Pool sizes and threads are the defaults that the chapter "Configuration" gives for a single server.
 *   <li>String codec ("Data serialization") in place of the default Kryo: the payload is text already, and smaller so.
 *   <li>The retry delay ("Configuration", retryDelay) is constant: Redisson derives the tick of the timer that waits for the
 *       next due element from it, and the default, which is drawn at random, gives another tick between 10 and 50 ms at
 *       each start. 1,020 ms gives the shortest there is, 10 ms.
 *   <li>The consumer takes one element at a time, as in the example of "Blocking queue", so that a kill loses one at most.
 *       Taking up to 100 at once ended a burst of 50,000 in 27 s instead of 34 s, and lost 100 in a kill.
 *   <li>There is no call for many and no delayed queue in RBatch ("Pipelining"), so bulk is offerAsync, up to 1,000 calls
 *       under way.
 * </ul>
 */
@SuppressWarnings("deprecation") // RDelayedQueue, see above
public final class Main implements Contender {

    private static final String QUEUE = "bench";
    private static final Duration RETRY_DELAY = Duration.ofMillis(1_020);
    private static final int UNDER_WAY = 1_000;

    private final RedissonClient client;
    private final RBlockingQueue<String> queue;
    private final RDelayedQueue<String> delayed;
    private Thread consumer;

    private Main(Options options) {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer().setAddress(options.server()).setRetryDelay(new ConstantDelay(RETRY_DELAY));
        client = Redisson.create(config);
        queue = client.getBlockingQueue(QUEUE);
        delayed = client.getDelayedQueue(queue);
    }

    public static void main(String[] arguments) {
        Program.run(arguments, Main.class, Main::new);
    }

    @Override
    public void work(Report report) {
        consumer = new Thread(() -> consume(report), "consumer");
        consumer.setDaemon(true);
        consumer.start();
    }

    private void consume(Report report) {
        try {
            while (true) {
                report.handled(id(queue.take()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void schedule(Job job) {
        delayed.offer(element(job), delayMillis(job), TimeUnit.MILLISECONDS);
    }

    @Override
    public void scheduleInBulk(List<Job> jobs) throws Exception {
        List<RFuture<Void>> underWay = new ArrayList<>();
        for (Job job : jobs) {
            underWay.add(delayed.offerAsync(element(job), delayMillis(job), TimeUnit.MILLISECONDS));
            if (underWay.size() == UNDER_WAY) {
                finish(underWay);
            }
        }
        finish(underWay);
    }

    private static void finish(List<RFuture<Void>> underWay) throws Exception {
        for (RFuture<Void> call : underWay) {
            call.toCompletableFuture().get();
        }
        underWay.clear();
    }

    private static String element(Job job) {
        return job.id() + ' ' + Job.PAYLOAD;
    }

    private static String id(String element) {
        return element.substring(0, element.indexOf(' '));
    }

    private static long delayMillis(Job job) {
        return Math.max(0, job.dueAtMillis() - System.currentTimeMillis());
    }

    @Override
    public void close() throws InterruptedException {
        if (consumer != null) {
            // Its waiting take would hold up the shutdown for ten seconds.
            consumer.interrupt();
            consumer.join();
        }
        delayed.destroy();
        client.shutdown();
    }
}
