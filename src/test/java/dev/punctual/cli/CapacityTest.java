package dev.punctual.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapacityTest {

    @Test
    void tellsMemoryAndProcessorTimeForALoad() {
        CommandRun run = CommandRun.of("capacity", "--jobs", "1000000", "--rate", "1000");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("waiting jobs", "640 MB", "1000000 x (440 + payload)", "1000 fires/s", "38 %", "5 %");
    }

    @Test
    void growsWithThePayloadAndWithWhatIsKept() {
        Capacity small = new Capacity(1_000, 0, 0, 0, 0);
        Capacity large = new Capacity(1_000, 1_000, 0, 500, 100);

        assertThat(large.waitingBytes() - small.waitingBytes()).isEqualTo(1_000_000);
        assertThat(large.bytes())
                .isEqualTo(large.waitingBytes() + 500 * (Capacity.FINISHED_BYTES + 1_000) + 100 * Capacity.FIRE_BYTES);
    }

    @Test
    void staysPositiveForTheLargestNumbers() {
        Capacity most = new Capacity(Capacity.MOST, Capacity.MOST, Capacity.MOST, Capacity.MOST, Capacity.MOST);

        assertThat(most.bytes()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1000000001", "many"})
    void refusesWhatIsNoNumberOfJobs(String jobs) {
        CommandRun run = CommandRun.of("capacity", "--jobs", jobs);

        assertThat(run.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains(jobs);
    }

    @Test
    void needsTheNumberOfJobs() {
        assertThat(CommandRun.of("capacity").err()).contains("--jobs");
    }
}
