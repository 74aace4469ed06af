package dev.punctual.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class JobContextTest {

    @Test
    void standsUntilItIsClosedAndLeavesWhatWasThere() {
        try (JobContext outer = JobContext.of(new JobId("a"), new QueueName("mail"))) {
            try (JobContext inner = JobContext.of(new JobId("b"), null)) {
                assertThat(MDC.get("job")).isEqualTo("b");
                assertThat(MDC.get("queue")).isNull();
            }
            assertThat(MDC.get("job")).isEqualTo("a");
            assertThat(MDC.get("queue")).isEqualTo("mail");
        }
        assertThat(MDC.get("job")).isNull();
        assertThat(MDC.get("queue")).isNull();
    }
}
