package dev.punctual.bench.jmh;

import com.github.f4b6a3.tsid.TsidCreator;
import dev.punctual.api.JobReader;
import dev.punctual.api.Limits;
import dev.punctual.bench.kit.Load;
import dev.punctual.core.JobDraft;
import dev.punctual.core.JobId;
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

/** From the JSON of a request to a job that can be stored. */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JobRequestBenchmark {

    private static final String WITH_DELAY =
            "{\"queue\":\"bench\",\"name\":\"close\",\"delay\":\"30m\",\"payload\":" + Load.PAYLOAD + "}";
    private static final String WITH_INSTANT = "{\"id\":\"order-4711\",\"queue\":\"bench\","
            + "\"at\":\"2030-01-01T09:00:00.000+01:00\",\"payload\":" + Load.PAYLOAD + "}";

    private final JobReader reader =
            new JobReader(Limits.DEFAULT, () -> new JobId(TsidCreator.getTsid().toString()));

    /** With an id of its own, at an instant. */
    @Benchmark
    public JobDraft readsAJobWithAnInstant() {
        return reader.job(WITH_INSTANT, null);
    }

    /** After a delay, with a generated id. */
    @Benchmark
    public JobDraft readsAJobWithADelay() {
        return reader.job(WITH_DELAY, null);
    }

    /** The id alone. */
    @Benchmark
    public JobId generatesAnId() {
        return new JobId(TsidCreator.getTsid().toString());
    }
}
