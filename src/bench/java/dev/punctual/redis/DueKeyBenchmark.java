package dev.punctual.redis;

import dev.punctual.core.DueKey;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What each notification passes first. Stands in this room because the names of keys are known here only. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DueKeyBenchmark {

    private final RedisKeys keys = new RedisKeys("punctual");
    private final String ours = "{punctual.0}:due:1:0F7ZWQK3M9T2A";
    private final String foreign = "session:0F7ZWQK3M9T2A";

    /** A due key of ours. */
    @Benchmark
    public Optional<DueKey> readsADueKey() {
        return keys.parseDue(ours);
    }

    /** A key of somebody else. */
    @Benchmark
    public Optional<DueKey> passesOverAForeignKey() {
        return keys.parseDue(foreign);
    }
}
