package dev.punctual.bench.peers;

import static org.quartz.JobBuilder.newJob;
import static org.quartz.TriggerBuilder.newTrigger;

import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.impl.StdSchedulerFactory;

/**
 * Quartz in memory: the yardstick without storage, which loses all that it has with its process. It has no server, so
 * {@code work} schedules the jobs that it is asked for itself, before it is ready. The chapters named are those of the
 * Quartz configuration reference.
 *
 * <ul>
 *   <li>RAMJobStore and 10 threads, as the properties that Quartz brings ("Configure ThreadPool Settings").
 *   <li>Up to as many triggers at once as there are threads ("Configure Main Scheduler Settings",
 *       batchTriggerAcquisitionMaxCount: more efficient firing where very many fire at once; the default is 1), and no
 *       fire-ahead window, so that none is early for that.
 *   <li>A Quartz job and its trigger for each job scheduled, as in its tutorial: RAMJobStore searches the triggers of a job
 *       one after the other, so that 20,000 triggers of a single job took 17 s to fire.
 *   <li>Bulk is scheduleJobs (Scheduler).
 * </ul>
 */
public final class Main implements Contender {

    private static final String THREADS = "10";
    private static final String REPORT = "report";

    private final Options options;
    private final Scheduler scheduler;

    private Main(Options options) throws SchedulerException {
        this.options = options;
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "bench");
        settings.setProperty("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", THREADS);
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", THREADS);
        settings.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        scheduler = new StdSchedulerFactory(settings).getScheduler();
    }

    public static void main(String[] arguments) {
        Program.run(arguments, Main.class, Main::new);
    }

    @Override
    public void work(Report report) throws SchedulerException {
        scheduler.getContext().put(REPORT, report);
        scheduleInBulk(options.jobs());
        scheduler.start();
    }

    @Override
    public void schedule(Job job) throws SchedulerException {
        scheduler.scheduleJob(detail(job), trigger(job));
    }

    @Override
    public void scheduleInBulk(List<Job> jobs) throws SchedulerException {
        Map<JobDetail, Set<? extends Trigger>> details = new HashMap<>();
        for (Job job : jobs) {
            details.put(detail(job), Set.of(trigger(job)));
        }
        scheduler.scheduleJobs(details, false);
    }

    private static JobDetail detail(Job job) {
        return newJob(Handler.class)
                .withIdentity(job.id())
                .usingJobData("payload", Job.PAYLOAD)
                .build();
    }

    private static Trigger trigger(Job job) {
        return newTrigger()
                .withIdentity(job.id())
                .startAt(new Date(job.dueAtMillis()))
                .build();
    }

    @Override
    public void close() throws SchedulerException {
        scheduler.shutdown();
    }

    /** Quartz makes one for each fire. */
    public static final class Handler implements org.quartz.Job {

        @Override
        public void execute(JobExecutionContext context) {
            try {
                Report report = (Report) context.getScheduler().getContext().get(REPORT);
                report.handled(context.getTrigger().getKey().getName());
            } catch (SchedulerException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
