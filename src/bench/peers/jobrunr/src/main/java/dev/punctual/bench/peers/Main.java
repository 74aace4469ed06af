package dev.punctual.bench.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;

/**
 * JobRunr's open edition on PostgreSQL. The chapters named are those of its documentation.
 *
 * <ul>
 *   <li>Poll interval of 5 s, the least that it allows on SQL ("Background job server"; the default is 15 s). It enqueues
 *       what is due up to the next poll, so jobs may be early by that long.
 *   <li>As many workers as it counts itself from the cores (same chapter), and no dashboard.
 *   <li>A job request with its handler in place of a lambda ("Job requests"): nothing to analyse at each call.
 *   <li>Bulk is create of a stream of job builders ("Enqueueing methods", in bulk), and pgjdbc writes its batches as
 *       statements of many rows (its documentation, "reWriteBatchedInserts").
 *   <li>Gson as the mapper ("Installation" leaves the choice), HikariCP with its defaults.
 * </ul>
 */
public final class Main implements Contender {

    private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

    private final HikariDataSource database;
    private final StorageProvider storage;
    private final JobRequestScheduler scheduler;
    private boolean working;

    private Main(Options options) {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(options.server());
        pool.addDataSourceProperty("reWriteBatchedInserts", "true");
        database = new HikariDataSource(pool);
        storage = SqlStorageProviderFactory.using(database);
        scheduler = JobRunr.configure()
                .useStorageProvider(storage)
                .initialize()
                .getJobRequestScheduler();
    }

    public static void main(String[] arguments) {
        Program.run(arguments, Main.class, Main::new);
    }

    @Override
    public void work(Report report) {
        working = true;
        JobRunr.configure()
                .useStorageProvider(storage)
                .useJobActivator(new SingleHandler(new Handler(report)))
                .useBackgroundJobServer(BackgroundJobServerConfiguration
                        .usingStandardBackgroundJobServerConfiguration()
                        .andPollInterval(POLL_INTERVAL))
                .initialize();
    }

    @Override
    public void schedule(Job job) {
        scheduler.schedule(dueAt(job), request(job));
    }

    @Override
    public void scheduleInBulk(List<Job> jobs) {
        scheduler.create(jobs.stream()
                .map(job -> JobBuilder.aJob().scheduleAt(dueAt(job)).withJobRequest(request(job))));
    }

    private static Instant dueAt(Job job) {
        return Instant.ofEpochMilli(job.dueAtMillis());
    }

    private static Request request(Job job) {
        return new Request(job.id(), Job.PAYLOAD);
    }

    @Override
    public void close() {
        if (working) {
            // JobRunr has a shutdown hook of its own, which needs the database to the end.
            return;
        }
        JobRunr.destroy();
        database.close();
    }

    /** What a job carries. */
    public record Request(String id, String payload) implements JobRequest {

        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** Reports each request. */
    public static final class Handler implements JobRequestHandler<Request> {

        private final Report report;

        Handler(Report report) {
            this.report = report;
        }

        @Override
        public void run(Request request) {
            report.handled(request.id());
        }
    }

    private record SingleHandler(Handler handler) implements JobActivator {

        @Override
        public <T> T activateJob(Class<T> type) {
            return type.cast(handler);
        }
    }
}
