package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Progress;
import dev.punctual.testkit.ServiceProcess;
import java.util.ArrayList;
import java.util.List;

/** More instances for a while, beside the first. Started a few at a time, in small heaps. */
final class Companions implements AutoCloseable {

    private static final int AT_A_TIME = 4;

    private final PunctualServers servers;
    private final List<ServiceProcess> started = new ArrayList<>();

    private Companions(PunctualServers servers) {
        this.servers = servers;
    }

    static Companions start(PunctualServers servers, int count) {
        Companions companions = new Companions(servers);
        try {
            while (companions.started.size() < count) {
                Progress.step("starts instance " + (companions.started.size() + 2) + " and on");
                int first = companions.started.size();
                for (int i = first; i < Math.min(count, first + AT_A_TIME); i++) {
                    companions.add();
                }
                companions.started.subList(first, companions.started.size()).forEach(ServiceProcess::awaitReady);
            }
            return companions;
        } catch (RuntimeException | Error failed) {
            companions.close();
            throw failed;
        }
    }

    private void add() {
        ServiceProcess service = ServiceProcess.builder()
                .redis(servers.redis)
                .jvm("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .launch();
        started.add(service);
        servers.services.add(service);
    }

    @Override
    public void close() {
        servers.services.removeAll(started);
        started.forEach(ServiceProcess::close);
    }
}
