package dev.punctual.redis;

import dev.punctual.core.Job;
import dev.punctual.core.JobId;
import dev.punctual.core.JobQuery;
import dev.punctual.core.JobState;
import dev.punctual.core.Page;
import dev.punctual.core.QueueName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lists jobs in the order of due times. Waiting jobs stand in that order in the schedule. The others are found through
 * their indexes, which the retention bounds, and sorted here.
 */
final class JobList {

    private static final int LOOK = 1000;
    private static final int MAX_LOOKS = 20;

    private static final Comparator<Job> ORDER = Comparator.comparing(JobList::placeOf);

    private final ScriptRunner runner;
    private final ListScheduled scheduled;
    private final PeekJobs peek;
    private final GetJobs get;
    private final RedisKeys keys;

    JobList(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.scheduled = new ListScheduled(runner, keys);
        this.peek = new PeekJobs(runner, keys);
        this.get = new GetJobs(runner, keys);
        this.keys = keys;
    }

    /** Jobs up to the last one that is certain to be in order, and where the look ended; null at the end of the list. */
    private record Part(List<Job> jobs, @Nullable JobPlace reached) {}

    Page<Job> page(JobQuery query) {
        JobPlace after = JobPlace.ofCursor(query.cursor());
        JobState state = query.state();
        List<Part> parts = new ArrayList<>();
        if (state == null || state == JobState.SCHEDULED) {
            // A job that is parked meanwhile is found twice, and not passed over.
            parts.add(waiting(keys.schedule(), query, after));
            for (QueueName queue : queuesWithParked(query)) {
                parts.add(waiting(keys.parked(queue), query, after));
            }
        }
        if (state != JobState.SCHEDULED) {
            parts.add(others(query, after));
        }
        return page(query, parts);
    }

    private List<QueueName> queuesWithParked(JobQuery query) {
        if (query.queue() != null) {
            return List.of(query.queue());
        }
        return runner.await(runner.command(redis -> redis.hkeys(keys.held()))).stream()
                .filter(QueueName::isValid)
                .map(QueueName::new)
                .toList();
    }

    private static Page<Job> page(JobQuery query, List<Part> parts) {
        JobPlace reached = null;
        Map<JobId, Job> found = new LinkedHashMap<>();
        for (Part part : parts) {
            reached = earlier(reached, part.reached);
            part.jobs.forEach(job -> found.put(job.id(), job));
        }
        return page(query, new ArrayList<>(found.values()), reached);
    }

    private static Page<Job> page(JobQuery query, List<Job> merged, @Nullable JobPlace reached) {
        if (reached != null) {
            merged.removeIf(job -> placeOf(job).compareTo(reached) > 0);
        }
        merged.sort(ORDER);
        if (merged.size() > query.limit()) {
            List<Job> first = List.copyOf(merged.subList(0, query.limit()));
            return new Page<>(first, placeOf(first.get(first.size() - 1)).cursor());
        }
        return new Page<>(merged, reached == null ? null : reached.cursor());
    }

    private Part waiting(String zset, JobQuery query, @Nullable JobPlace start) {
        List<Job> jobs = new ArrayList<>();
        JobPlace after = start;
        for (int looks = 0; looks < MAX_LOOKS && jobs.size() < query.limit(); looks++) {
            Reply reply = scheduled.call(zset, query.limit() - jobs.size(), LOOK, JobFilter.of(query), after);
            reply.rows(3).forEach(row -> jobs.add(row.job()));
            if (reply.number(0) == 1) {
                return new Part(jobs, null);
            }
            after = new JobPlace(reply.number(1), reply.text(2));
        }
        return new Part(jobs, after);
    }

    private Part others(JobQuery query, @Nullable JobPlace after) {
        JobFilter filter = JobFilter.of(query);
        NavigableSet<JobPlace> places = new TreeSet<>();
        for (String index : indexes(query.state())) {
            List<Reply> rows;
            int start = 0;
            do {
                rows = peek.call(index, start, start + LOOK - 1);
                for (Reply row : rows) {
                    if (row.size() == 1) {
                        continue;
                    }
                    JobPlace place = new JobPlace(row.number(2), row.text(0));
                    boolean fits =
                            (query.state() == null || query.state().word().equals(row.text(1)))
                                    && filter.takes(row.text(3), row.text(4));
                    if (fits && (after == null || place.compareTo(after) > 0)) {
                        places.add(place);
                        if (places.size() > query.limit() + 1) {
                            places.pollLast();
                        }
                    }
                }
                start += LOOK;
            } while (rows.size() == LOOK);
        }
        boolean more = places.size() > query.limit();
        if (more) {
            places.pollLast();
        }
        List<Job> jobs = new ArrayList<>();
        List<String> ids = places.stream().map(JobPlace::id).toList();
        for (int from = 0; from < ids.size(); from += GetJobs.MAX) {
            jobs.addAll(get.call(ids.subList(from, Math.min(ids.size(), from + GetJobs.MAX))));
        }
        jobs.removeIf(job -> !places.contains(placeOf(job)));
        return new Part(jobs, more ? places.last() : null);
    }

    private List<String> indexes(@Nullable JobState state) {
        if (state == null) {
            return List.of(keys.running(), keys.dead(), keys.finished());
        }
        return switch (state) {
            case RUNNING -> List.of(keys.running());
            case DEAD -> List.of(keys.dead());
            case DELIVERED, CANCELLED -> List.of(keys.finished());
            case SCHEDULED -> List.of();
        };
    }

    private static @Nullable JobPlace earlier(@Nullable JobPlace one, @Nullable JobPlace other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) < 0 ? one : other;
    }

    private static JobPlace placeOf(Job job) {
        return new JobPlace(job.dueAt().toEpochMilli(), job.id().value());
    }
}
