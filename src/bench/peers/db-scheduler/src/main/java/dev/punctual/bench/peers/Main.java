package dev.punctual.bench.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * db-scheduler on PostgreSQL. The headings named are those of its README.
 *
 * <ul>
 *   <li>lock-and-fetch ("Polling strategy": for more than 1,000 executions a second) with 20 threads, lower limit 4.0 and
 *       upper limit 20.0, the settings of "Benchmark test" for schedulers on two cores.
 *   <li>Polling interval of 1 ms, in place of 10 s ("Things to note / gotchas": the precision is that of the polling
 *       interval, without a least value). At 1,000 jobs a second it had a third of the median lag of 10 ms.
 *   <li>Heartbeat every 5 s in place of 5 min ("Less commonly tuned"): with six missed, what a killed scheduler had picked
 *       is taken over after 30 s and not after half an hour.
 *   <li>The payload is the task's data through the default Java serializer, a string ("Serializers").
 *   <li>Bulk is scheduleBatch in its default batches of 100 (SchedulerClient), and pgjdbc writes them as statements of many
 *       rows (its documentation, "reWriteBatchedInserts").
 *   <li>A connection for each thread and some for polling and heartbeats; HikariCP's other defaults.
 * </ul>
 */
public final class Main implements Contender {

    private static final int THREADS = 20;
    private static final double LOWER_LIMIT = 4.0;
    private static final double UPPER_LIMIT = 20.0;
    private static final Duration POLLING_INTERVAL = Duration.ofMillis(1);
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(5);
    private static final TaskDescriptor<String> TASK = TaskDescriptor.of("bench", String.class);

    /** As postgresql_tables.sql of its sources; under a lock, for both consumers may start at once. */
    private static final String TABLES =
            """
            select pg_advisory_xact_lock(1);
            create table if not exists scheduled_tasks (
              task_name text not null,
              task_instance text not null,
              task_data bytea,
              execution_time timestamp with time zone not null,
              picked boolean not null,
              picked_by text,
              last_success timestamp with time zone,
              last_failure timestamp with time zone,
              consecutive_failures int,
              last_heartbeat timestamp with time zone,
              version bigint not null,
              priority smallint,
              primary key (task_name, task_instance)
            );
            create index if not exists execution_time_idx on scheduled_tasks (execution_time);
            create index if not exists last_heartbeat_idx on scheduled_tasks (last_heartbeat);
            create index if not exists priority_execution_time_idx on scheduled_tasks (priority desc, execution_time asc);
            """;

    private final HikariDataSource database;
    private final SchedulerClient client;
    private Scheduler scheduler;

    private Main(Options options) throws Exception {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(options.server());
        pool.addDataSourceProperty("reWriteBatchedInserts", "true");
        pool.setMaximumPoolSize(THREADS + 5);
        database = new HikariDataSource(pool);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLES);
        }
        client = SchedulerClient.Builder.create(database, task(null)).build();
    }

    public static void main(String[] arguments) {
        Program.run(arguments, Main.class, Main::new);
    }

    private static OneTimeTask<String> task(Report report) {
        return Tasks.oneTime(TASK).execute((instance, context) -> report.handled(instance.getId()));
    }

    @Override
    public void work(Report report) {
        scheduler = Scheduler.create(database, task(report))
                .threads(THREADS)
                .pollUsingLockAndFetch(LOWER_LIMIT, UPPER_LIMIT)
                .pollingInterval(POLLING_INTERVAL)
                .heartbeatInterval(HEARTBEAT_INTERVAL)
                // Its default is the name of the host, where both consumers run.
                .schedulerName(new SchedulerName.Fixed("bench-" + ProcessHandle.current().pid()))
                .build();
        scheduler.start();
    }

    @Override
    public void schedule(Job job) {
        client.scheduleIfNotExists(instance(job));
    }

    @Override
    public void scheduleInBulk(List<Job> jobs) {
        client.scheduleBatch(jobs.stream().map(Main::instance));
    }

    private static SchedulableInstance<?> instance(Job job) {
        return TASK.instance(job.id()).data(Job.PAYLOAD).scheduledTo(Instant.ofEpochMilli(job.dueAtMillis()));
    }

    @Override
    public void close() {
        if (scheduler != null) {
            scheduler.stop();
        }
        database.close();
    }
}
