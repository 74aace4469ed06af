package dev.punctual.redis;

import dev.punctual.core.Job;
import dev.punctual.core.JobState;
import dev.punctual.core.QueueName;
import dev.punctual.core.WaitingJobs;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.ScoredValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Reads the schedule and then the parked jobs of each queue, {@link GetJobs#MAX} jobs at a time. */
final class RedisWaitingJobs implements WaitingJobs {

    private final ScriptRunner runner;
    private final RedisKeys keys;
    private final GetJobs get;

    RedisWaitingJobs(ScriptRunner runner, RedisKeys keys) {
        this.runner = runner;
        this.keys = keys;
        this.get = new GetJobs(runner, keys);
    }

    @Override
    public Iterator<List<Job>> read() {
        return new Reading();
    }

    /**
     * A zset of waiting jobs.
     *
     * @param queue the queue whose parked jobs it has; null for the schedule
     */
    private record Place(String zset, @Nullable QueueName queue) {}

    private final class Reading implements Iterator<List<Job>> {

        private final Deque<Place> places = new ArrayDeque<>(List.of(new Place(keys.schedule(), null)));
        private boolean parkedAdded;
        private @Nullable Tie tie;
        private double after = Double.NEGATIVE_INFINITY;

        /** The jobs of one due time: first those that have a place in its order, then the others. */
        private static final class Tie {
            private final String order;
            private final double due;
            private long rank;
            private boolean ordered = true;

            Tie(String order, double due) {
                this.order = order;
                this.due = due;
            }
        }

        @Override
        public boolean hasNext() {
            if (places.isEmpty() && !parkedAdded) {
                parkedAdded = true;
                runner.await(runner.command(redis -> redis.hkeys(keys.held()))).stream()
                        .filter(QueueName::isValid)
                        .map(QueueName::new)
                        .forEach(queue -> places.add(new Place(keys.parked(queue), queue)));
            }
            return !places.isEmpty();
        }

        @Override
        public List<Job> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Place place = places.getFirst();
            List<String> ids = tie == null ? single(place) : tied(place, tie);
            List<Job> jobs = ids.isEmpty() ? List.of() : new ArrayList<>(get.call(ids));
            return jobs.stream()
                    .filter(job -> job.state() == JobState.SCHEDULED)
                    .toList();
        }

        /** Jobs that are alone at their due time, up to the first that are not. */
        private List<String> single(Place place) {
            Range<Double> later =
                    Range.from(Range.Boundary.excluding(after), Range.Boundary.including(Double.POSITIVE_INFINITY));
            List<ScoredValue<String>> found = runner.await(runner.command(
                    redis -> redis.zrangebyscoreWithScores(place.zset, later, Limit.from(GetJobs.MAX + 1))));
            if (found.isEmpty()) {
                places.removeFirst();
                after = Double.NEGATIVE_INFINITY;
                return List.of();
            }
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < found.size() && ids.size() < GetJobs.MAX; i++) {
                double due = found.get(i).getScore();
                if (i + 1 < found.size() && found.get(i + 1).getScore() == due) {
                    tie = new Tie(keys.order(place.queue, (long) due), due);
                    break;
                }
                ids.add(found.get(i).getValue());
                after = due;
            }
            return ids;
        }

        private List<String> tied(Place place, Tie open) {
            if (open.ordered) {
                List<String> ids = runner.await(
                        runner.command(redis -> redis.zrange(open.order, open.rank, open.rank + GetJobs.MAX - 1)));
                open.rank += ids.size();
                if (ids.size() == GetJobs.MAX) {
                    return ids;
                }
                open.ordered = false;
                open.rank = 0;
                return ids;
            }
            Range<Double> same = Range.create(open.due, open.due);
            List<String> members = runner.await(runner.command(
                    redis -> redis.zrangebyscore(place.zset, same, Limit.create(open.rank, GetJobs.MAX))));
            open.rank += members.size();
            if (members.size() < GetJobs.MAX) {
                after = open.due;
                tie = null;
            }
            return unordered(open.order, members);
        }

        private List<String> unordered(String order, List<String> members) {
            if (members.isEmpty()) {
                return List.of();
            }
            List<Double> places =
                    runner.await(runner.command(redis -> redis.zmscore(order, members.toArray(String[]::new))));
            List<String> others = new ArrayList<>();
            for (int i = 0; i < members.size(); i++) {
                if (places.get(i) == null) {
                    others.add(members.get(i));
                }
            }
            return others;
        }
    }
}
