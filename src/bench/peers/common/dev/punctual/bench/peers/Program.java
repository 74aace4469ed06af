package dev.punctual.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The verbs of the benchmark: {@code version}, {@code work}, {@code schedule} and {@code bulk}. */
public final class Program {

    private static final int BULK_MISSING = 3;

    private final Options options;
    private final Contender.Opening opening;

    private Program(Options options, Contender.Opening opening) {
        this.options = options;
        this.opening = opening;
    }

    /** Runs the verb and ends the JVM, which would otherwise wait for the threads of a client library. */
    public static void run(String[] arguments, Class<?> main, Contender.Opening opening) {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
        int status;
        try {
            status = new Program(new Options(arguments), opening).run(main.getPackage());
        } catch (UnsupportedOperationException e) {
            System.err.println(e.getMessage());
            status = BULK_MISSING;
        } catch (Exception e) {
            e.printStackTrace();
            status = 1;
        }
        System.exit(status);
    }

    private int run(Package program) throws Exception {
        switch (options.verb()) {
            case "version" -> System.out.println(
                    program.getImplementationTitle() + " " + program.getImplementationVersion());
            case "work" -> work();
            case "schedule" -> measure(this::scheduleEach);
            case "bulk" -> measure(Contender::scheduleInBulk);
            default -> throw new IllegalArgumentException("version | work | schedule | bulk");
        }
        return 0;
    }

    /** Consumes until it is told to end. */
    private void work() throws Exception {
        Report report = new Report(options.report(), options.flush());
        Contender contender = opening.open(options);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            report.write();
            try {
                contender.close();
            } catch (Exception e) {
                e.printStackTrace();
            }
            report.write();
        }));
        contender.work(report);
        System.out.println("ready");
        new CountDownLatch(1).await();
    }

    private void measure(Scheduling scheduling) throws Exception {
        try (Contender contender = opening.open(options)) {
            scheduling.schedule(contender, options.warmUpJobs());
            List<Job> jobs = options.jobs();
            long startNanos = System.nanoTime();
            scheduling.schedule(contender, jobs);
            double seconds = (System.nanoTime() - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
            System.out.println(String.format(Locale.ROOT, "perSecond %.1f", jobs.size() / seconds));
        }
    }

    private void scheduleEach(Contender contender, List<Job> jobs) throws Exception {
        AtomicInteger next = new AtomicInteger();
        Callable<Void> caller = () -> {
            for (int i = next.getAndIncrement(); i < jobs.size(); i = next.getAndIncrement()) {
                contender.schedule(jobs.get(i));
            }
            return null;
        };
        ExecutorService callers = Executors.newFixedThreadPool(options.callers());
        try {
            for (Future<Void> done : callers.invokeAll(
                    IntStream.range(0, options.callers()).mapToObj(i -> caller).toList())) {
                done.get();
            }
        } finally {
            callers.shutdown();
        }
    }

    private interface Scheduling {
        void schedule(Contender contender, List<Job> jobs) throws Exception;
    }
}
