package dev.punctual.bench.punctual;

import dev.punctual.bench.kit.Figures;
import dev.punctual.bench.kit.Pause;
import dev.punctual.bench.kit.Progress;
import dev.punctual.bench.kit.Scale;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What clients cost that follow the fires: processor time of the service with and without them, at the same rate. */
final class TailMeasure extends PunctualMeasure {

    private static final int CLIENTS = 200;
    private static final int RATE = 100;
    private static final Duration LEAD = Duration.ofSeconds(5);

    TailMeasure(Stage stage) {
        super("tail", CLIENTS + " clients, " + RATE + "/s", stage);
    }

    @Override
    public Figures run(Scale scale) {
        Duration over = Duration.ofSeconds(scale.pick(10, 30));
        stage.clear();
        try (PunctualServers servers = PunctualServers.start(1, Map.of())) {
            stage.warmUp(servers);
            Progress.step("without clients");
            double alone = cpuPercent(servers, over);
            try (Readers readers = new Readers(servers.service().api())) {
                Progress.step("with " + CLIENTS + " clients, to warm up");
                cpuPercent(servers, over);
                Progress.step("with " + CLIENTS + " clients");
                long before = readers.bytes;
                double followed = cpuPercent(servers, over);
                return Figures.empty()
                        .setting("clients", CLIENTS)
                        .setting("rate", RATE)
                        .metric("cpuPercent", followed)
                        .metric("cpuPercentWithoutClients", alone)
                        .metric("cpuPercentOfClients", followed - alone)
                        .metric(
                                "bytesPerClientAndSecond",
                                (readers.bytes - before) / (double) CLIENTS / over.toSeconds());
            }
        }
    }

    /** Of one core, while jobs fire at the rate. */
    private double cpuPercent(PunctualServers servers, Duration over) {
        int jobs = (int) (RATE * over.toSeconds());
        servers.loader().load(stage.nextLoad(jobs, over));
        Pause.of(LEAD.minusSeconds(2));
        Duration before = cpu(servers);
        Pause.of(over.minusSeconds(2));
        double percent = 100.0
                * cpu(servers).minus(before).toNanos()
                / over.minusSeconds(2).toNanos();
        Pause.of(LEAD);
        return percent;
    }

    private static Duration cpu(PunctualServers servers) {
        return ProcessHandle.of(servers.service().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }

    /** Connections that one thread reads and throws away. */
    private static final class Readers implements AutoCloseable {
        private final Selector selector;
        private final List<SocketChannel> channels = new ArrayList<>();
        private volatile long bytes;

        Readers(URI service) {
            try {
                selector = Selector.open();
                for (int i = 0; i < CLIENTS; i++) {
                    SocketChannel channel =
                            SocketChannel.open(new InetSocketAddress(service.getHost(), service.getPort()));
                    channel.write(ByteBuffer.wrap("GET /v1/fires/stream HTTP/1.1\r\nHost: bench\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII)));
                    channel.configureBlocking(false);
                    channel.register(selector, SelectionKey.OP_READ);
                    channels.add(channel);
                }
            } catch (IOException refused) {
                throw new UncheckedIOException(refused);
            }
            Thread reader = new Thread(this::read, "readers");
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
            try {
                while (selector.isOpen()) {
                    selector.select();
                    for (SelectionKey key : selector.selectedKeys()) {
                        buffer.clear();
                        int count = ((SocketChannel) key.channel()).read(buffer);
                        if (count < 0) {
                            key.cancel();
                        } else {
                            bytes += count;
                        }
                    }
                    selector.selectedKeys().clear();
                }
            } catch (IOException | java.nio.channels.ClosedSelectorException closed) {
                // The measure is over.
            }
        }

        @Override
        public void close() {
            try {
                selector.close();
                for (SocketChannel channel : channels) {
                    channel.close();
                }
            } catch (IOException unclosed) {
                throw new UncheckedIOException(unclosed);
            }
        }
    }
}
