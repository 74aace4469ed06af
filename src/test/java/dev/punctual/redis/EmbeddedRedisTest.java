package dev.punctual.redis;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.testkit.FreePort;
import dev.punctual.testkit.RespClient;
import dev.punctual.testkit.Signal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("redis")
class EmbeddedRedisTest {

    @TempDir
    Path temporary;

    private final List<Process> hosts = new ArrayList<>();

    @AfterEach
    void leavesNothingBehind() {
        hosts.forEach(host -> host.destroyForcibly().onExit().join());
        ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").startsWith(temporary.toString()))
                .forEach(process -> {
                    process.destroyForcibly();
                    process.onExit().join();
                });
    }

    @Test
    void keepsItsDataOverARestart() {
        Path data = temporary.resolve("some data");
        try (EmbeddedRedis redis = EmbeddedRedis.start(data, 0)) {
            assertThat(call(redis.uri(), "SET", "order", "111")).isEqualTo("OK");
        }
        try (EmbeddedRedis redis = EmbeddedRedis.start(data, 0)) {
            assertThat(call(redis.uri(), "GET", "order")).isEqualTo("111");
        }
    }

    @Test
    void keepsItsDataWhenTheServerIsKilled() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(temporary, 0)) {
            call(redis.uri(), "SET", "order", "111");
            Signal.KILL.sendTo(serverPid(redis.uri()));
            await("its end").until(() -> !redis.isRunning());
        }
        try (EmbeddedRedis redis = EmbeddedRedis.start(temporary, 0)) {
            assertThat(call(redis.uri(), "GET", "order")).isEqualTo("111");
        }
    }

    @Test
    void listensOnTheLoopbackAtThePreferredPort() {
        int port = FreePort.next();
        try (EmbeddedRedis redis = EmbeddedRedis.start(temporary, port)) {
            assertThat(redis.port()).isEqualTo(port);
            assertThat(redis.uri()).isEqualTo("redis://127.0.0.1:" + port);
            assertThat(call(redis.uri(), "CONFIG", "GET", "bind")).isEqualTo(List.of("bind", "127.0.0.1"));
        }
    }

    @Test
    void losesNoWriteByItsSettings() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(temporary, 0)) {
            assertThat(call(redis.uri(), "CONFIG", "GET", "appendonly")).isEqualTo(List.of("appendonly", "yes"));
            assertThat(call(redis.uri(), "CONFIG", "GET", "appendfsync")).isEqualTo(List.of("appendfsync", "everysec"));
            assertThat(call(redis.uri(), "CONFIG", "GET", "maxmemory-policy"))
                    .isEqualTo(List.of("maxmemory-policy", "noeviction"));
        }
    }

    @Test
    void takesAnotherPortWhereThePreferredOneIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                EmbeddedRedis redis = EmbeddedRedis.start(temporary, taken.getLocalPort())) {
            assertThat(redis.port()).isNotEqualTo(taken.getLocalPort());
            assertThat(call(redis.uri(), "PING")).isEqualTo("PONG");
        }
    }

    @Test
    void refusesADirectoryThatThisProcessHolds() {
        try (EmbeddedRedis first = EmbeddedRedis.start(temporary, 0)) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> EmbeddedRedis.start(temporary, 0))
                        .isInstanceOf(EmbeddedRedisException.class)
                        .hasMessageContainingAll(temporary.toString(), "in use", "PUNCTUAL_DATA_DIR");
            }
            assertThat(call(first.uri(), "PING")).isEqualTo("PONG");
        }
    }

    @Test
    void refusesADirectoryThatAnotherServiceHolds() throws IOException {
        Path data = temporary.resolve("data");
        Process host = startHost(data);
        String uri = awaitUri();
        assertThatThrownBy(() -> EmbeddedRedis.start(data, 0))
                .isInstanceOf(EmbeddedRedisException.class)
                .hasMessageContainingAll(data.toString(), "in use", Long.toString(host.pid()));
        assertThat(call(uri, "PING")).isEqualTo("PONG");
    }

    @Test
    void endsTheServerThatAKilledServiceLeftBehindAndKeepsItsData() throws IOException {
        Path data = temporary.resolve("data");
        Process host = startHost(data);
        String orphanUri = awaitUri();
        kill(host);
        call(orphanUri, "SET", "order", "111");
        ProcessHandle orphan = ProcessHandle.of(serverPid(orphanUri)).orElseThrow();

        try (EmbeddedRedis redis = EmbeddedRedis.start(data, 0)) {
            assertThat(orphan.isAlive()).isFalse();
            assertThat(call(redis.uri(), "GET", "order")).isEqualTo("111");
        }
    }

    @Test
    void endsALeftServerThatNoFileTellsOf() throws IOException {
        Path data = temporary.resolve("data");
        Process host = startHost(data);
        String orphanUri = awaitUri();
        kill(host);
        call(orphanUri, "SET", "order", "111");
        ProcessHandle orphan = ProcessHandle.of(serverPid(orphanUri)).orElseThrow();
        Files.delete(data.resolve("redis.port"));

        try (EmbeddedRedis redis = EmbeddedRedis.start(data, 0)) {
            assertThat(orphan.isAlive()).isFalse();
            assertThat(call(redis.uri(), "GET", "order")).isEqualTo("111");
        }
    }

    @Test
    void leavesAForeignServerOnTheRememberedPortAlone() throws IOException {
        Path other = temporary.resolve("other");
        Path data = Files.createDirectories(temporary.resolve("data"));
        try (EmbeddedRedis foreign = EmbeddedRedis.start(other, 0)) {
            Files.writeString(data.resolve("redis.port"), Integer.toString(foreign.port()));
            try (EmbeddedRedis redis = EmbeddedRedis.start(data, foreign.port())) {
                assertThat(redis.port()).isNotEqualTo(foreign.port());
                assertThat(call(foreign.uri(), "PING")).isEqualTo("PONG");
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX) // reads /proc
    void outlivesTheInterruptOfTheForegroundGroup() throws IOException {
        startHost(temporary.resolve("data"));
        String uri = awaitUri();
        long group = processGroup(serverPid(uri));
        assertThat(group).isNotEqualTo(processGroup(hosts.get(0).pid()));
    }

    @Test
    void worksWhereTheStandardOutputIsClosed() throws IOException {
        Path data = temporary.resolve("data");
        hosts.add(new ProcessBuilder(withoutStreams(hostCommand(data))).start());
        String uri = awaitUri();
        assertThat(call(uri, "SET", "order", "111")).isEqualTo("OK");
    }

    @Test
    void quotesTheLastLinesOfAServerThatDoesNotStart() throws IOException {
        EmbeddedRedis.start(temporary, 0).close();
        Path manifest = temporary.resolve("appendonlydir").resolve("appendonly.aof.manifest");
        Files.writeString(manifest, "not a manifest\n");
        assertThatThrownBy(() -> EmbeddedRedis.start(temporary, 0))
                .isInstanceOf(EmbeddedRedisException.class)
                .hasMessageContainingAll("not a manifest", "PUNCTUAL_REDIS_URI");

        Files.delete(manifest);
        EmbeddedRedis.start(temporary, 0).close();
    }

    @Test
    void namesADirectoryThatCannotBeMade() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));
        Path data = file.resolve("data");
        assertThatThrownBy(() -> EmbeddedRedis.start(data, 0))
                .isInstanceOf(EmbeddedRedisException.class)
                .hasMessageContainingAll(data.toString(), "PUNCTUAL_DATA_DIR");
    }

    private Process startHost(Path data) throws IOException {
        Process host = new ProcessBuilder(hostCommand(data)).inheritIO().start();
        hosts.add(host);
        return host;
    }

    private List<String> hostCommand(Path data) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = ProcessHandle.current().info().command().orElse("java");
        String main = EmbeddedRedisHost.class.getName();
        return List.of(java, "-cp", classPath, main, data.toString(), uriFile().toString());
    }

    private static List<String> withoutStreams(List<String> command) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" >&- 2>&- <&-", "sh"));
        words.addAll(command);
        return words;
    }

    private Path uriFile() {
        return temporary.resolve("uri");
    }

    private String awaitUri() {
        return await("the host's Redis")
                .atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(uriFile()) ? Files.readString(uriFile()) : "", uri -> !uri.isEmpty());
    }

    private static void kill(Process host) {
        host.destroyForcibly().onExit().join();
    }

    private static Object call(String uri, String... words) {
        URI address = URI.create(uri);
        try (RespClient client = new RespClient(address.getHost(), address.getPort(), Duration.ofSeconds(10))) {
            return client.call(words);
        }
    }

    private static long serverPid(String uri) {
        return call(uri, "INFO", "server")
                .toString()
                .lines()
                .filter(line -> line.startsWith("process_id:"))
                .mapToLong(line -> Long.parseLong(line.substring("process_id:".length())))
                .findFirst()
                .orElseThrow();
    }

    private static long processGroup(long pid) throws IOException {
        Process ps = new ProcessBuilder("sh", "-c", "cut -d' ' -f5 /proc/" + pid + "/stat").start();
        return Long.parseLong(new String(ps.getInputStream().readAllBytes()).strip());
    }
}
