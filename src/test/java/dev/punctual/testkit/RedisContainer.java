package dev.punctual.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A Redis or Valkey in a container, of any image that has the server on its PATH. It ends with the JVM. */
final class RedisContainer extends RedisAccess {

    private static final int PORT = 6379;

    // DEBUG needs no leave before Redis 7, and the option is unknown there.
    private static final Pattern BEFORE_REDIS_7 = Pattern.compile("redis:[0-6]([.-].*)?$");

    private final GenericContainer<?> container;

    RedisContainer(String image) {
        String program = image.contains("valkey") ? "valkey-server" : "redis-server";
        container = new GenericContainer<>(DockerImageName.parse(image))
                .withExposedPorts(PORT)
                // Images differ in whether their entry point already is the server.
                .withCreateContainerCmdModifier(command -> command.withEntrypoint(program))
                .withCommand(arguments(image))
                .waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1));
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
    }

    static String[] arguments(String image) {
        List<String> all = new ArrayList<>(List.of("--bind", "0.0.0.0", "--protected-mode", "no", "--save", ""));
        if (!BEFORE_REDIS_7.matcher(image).find()) {
            all.addAll(List.of("--enable-debug-command", "yes"));
        }
        return all.toArray(String[]::new);
    }

    @Override
    public String host() {
        return container.getHost();
    }

    @Override
    public int port() {
        return container.getMappedPort(PORT);
    }
}
