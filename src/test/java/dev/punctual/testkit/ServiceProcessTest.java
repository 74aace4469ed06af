package dev.punctual.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("functional")
class ServiceProcessTest {

    @Test
    void startsWithItsOptionsAndTellsItsAddressesAndLog() {
        try (ServiceProcess service =
                standIn().namespace("shop").jvm("-Duser.timezone=Asia/Kolkata").start()) {
            assertThat(service.http().get("/").body()).isEqualTo("application");
            assertThat(service.adminHttp().get("/ping").body()).isEqualTo("pong");
            assertThat(service.logs()).contains("server ", "config.yml", "variable shop, zone Asia/Kolkata");
        }
    }

    @Test
    void startsAgainOnTheSamePortsAfterAKill() {
        try (ServiceProcess service = standIn().start()) {
            long pid = service.pid();
            service.freeze();
            service.thaw();
            service.kill9();
            assertThat(service.isRunning()).isFalse();
            service.restart();
            assertThat(service.pid()).isNotEqualTo(pid);
            assertThat(service.http().get("/").status()).isEqualTo(200);
        }
    }

    @Test
    void givesTheExitCodeOfATermination() {
        try (ServiceProcess service = standIn().start()) {
            service.term();
            assertThat(service.awaitExit()).isEqualTo(143);
        }
    }

    @Test
    void tellsTheCodeAndTheLogOfAFailedStart() {
        assertThatThrownBy(() -> standIn().env("PUNCTUAL_INSTANCE", "fail").start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("code 3", "no way");
        try (ServiceProcess service = standIn().env("PUNCTUAL_INSTANCE", "fail").launch()) {
            assertThat(service.awaitExit()).isEqualTo(3);
        }
    }

    private static ServiceProcess.Builder standIn() {
        return ServiceProcess.builder().mainClass(StandInService.class.getName());
    }
}
