package dev.punctual.functional;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thousand callers who wait for jobs that do not come cost next to nothing. */
@Tag("functional")
class IdlePollsTest {

    private static final int POLLS = 1000;

    @Test
    void holdNoThreadsAndNextToNoTimeOfTheProcessor() throws Exception {
        try (RunningService service = RunningService.start(builder -> builder.config(
                                ConfigCopy.with("queues: {}", "queues: {work: {target: pull}, other: {target: pull}}"))
                        .jvm("-Xmx192m"));
                Sockets sockets = new Sockets(service)) {
            for (int i = 0; i < POLLS; i++) {
                sockets.poll("work");
            }
            Puller other = new Puller(service.http(), "other");
            assertThat(other.pull("{'wait':'1s'}")).isEmpty();
            ProcessHandle process = ProcessHandle.of(service.process().pid()).orElseThrow();
            Duration before = process.info().totalCpuDuration().orElseThrow();
            assertThat(other.pull("{'wait':'4s'}")).isEmpty();
            Duration spent = process.info().totalCpuDuration().orElseThrow().minus(before);
            assertThat(spent).as("of 4 s").isLessThan(Duration.ofMillis(600));
            // Reading a thousand requests at once takes some threads, and waiting takes none.
            assertThat(threads(service)).isLessThan(POLLS / 2);

            for (int i = 0; i < 20; i++) {
                service.schedule("{'id':'job-" + i + "','queue':'work','delay':'100ms'}");
            }
            await("each is running").until(() -> service.counts("work").get("running") == 20);
            Set<String> pulled = sockets.pulled(20);
            assertThat(pulled).hasSize(20);
        }
    }

    private static long threads(RunningService service) {
        return service.admin()
                .get("/threads")
                .body()
                .lines()
                .filter(line -> line.startsWith("\""))
                .count();
    }

    /** Polls on connections of their own, which stay open until the end. */
    private static final class Sockets implements AutoCloseable {

        private static final int BUFFER_BYTES = 4096;

        private final RunningService service;
        private final List<Socket> open = new ArrayList<>();

        Sockets(RunningService service) {
            this.service = service;
        }

        void poll(String queue) throws IOException {
            String body = "{\"wait\":\"60s\"}";
            Socket socket = new Socket("127.0.0.1", service.process().api().getPort());
            open.add(socket);
            socket.getOutputStream()
                    .write(("POST /v1/queues/" + queue + "/lease HTTP/1.1\r\nHost: x\r\nContent-Length: "
                                    + body.length() + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
        }

        /** The ids in the answers, once there are so many. */
        Set<String> pulled(int count) throws IOException {
            Set<String> ids = new HashSet<>();
            await(count + " answers").until(() -> {
                for (Socket socket : open) {
                    if (socket.getInputStream().available() > 0) {
                        ids.add(id(socket));
                    }
                }
                return ids.size() >= count;
            });
            return ids;
        }

        private static String id(Socket socket) throws IOException {
            byte[] some = new byte[BUFFER_BYTES];
            int length = socket.getInputStream().read(some);
            String answer = new String(some, 0, length, StandardCharsets.UTF_8);
            JsonNode body = RunningService.parse(answer.substring(answer.indexOf("\r\n\r\n")));
            return body.at("/items/0/id").asText();
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }
}
