package dev.punctual.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Await;
import dev.punctual.testkit.ProxyLink;
import dev.punctual.testkit.RedisProcess;
import dev.punctual.testkit.ServiceProcess;
import dev.punctual.testkit.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that fall silent without being closed, as behind a dead router or a forgetful firewall. */
@Tag("faults")
final class HalfDeadNetworkTest {

    /** A look at the connections, twice the time limit of a command and a quarter, a reconnect; and a slow machine. */
    private static final Duration REPLACED = Duration.ofSeconds(10);

    /** Two commands with a time limit of 1 s each; and a slow machine. */
    private static final Duration ANSWERED = Duration.ofSeconds(4);

    private static final Duration FAR = Duration.ofDays(1);

    private static RedisProcess redis;
    private static TcpProxy proxy;
    private static ServiceProcess service;
    private static JobRequests jobs;
    private static Arrivals arrivals;

    /** Which direction falls silent. */
    enum Silence {
        BOTH(ProxyLink::hold),
        FROM_REDIS(ProxyLink::holdToClient),
        TO_REDIS(ProxyLink::holdToTarget);

        private final Consumer<ProxyLink> begin;

        Silence(Consumer<ProxyLink> begin) {
            this.begin = begin;
        }
    }

    @BeforeAll
    static void start() {
        redis = RedisProcess.start("--save", "");
        proxy = TcpProxy.to(redis);
        service = NotificationMode.ON.service().redis(proxy.redisUri()).start();
        jobs = new JobRequests(service.http());
        arrivals = new Arrivals(redis, "punctual");
    }

    @AfterAll
    static void stop() {
        service.close();
        proxy.close();
        redis.close();
    }

    @AfterEach
    void awaitHealth() {
        proxy.resume();
        Await.await("notifications arrive").until(() -> notifications().equals("on"));
    }

    /** One that still hears, though nothing reaches Redis, does its work: it stays. */
    @ParameterizedTest
    @EnumSource(names = {"BOTH", "FROM_REDIS"})
    void opensTheSubscriptionAnewWhenItFellSilent(Silence silence) {
        ProxyLink subscriber = subscriber();
        silence.begin.accept(subscriber);

        assertThat(jobs.create("deaf-" + silence, Duration.ofMillis(300)).status())
                .isEqualTo(201);
        arrivals.awaitOnce(List.of("deaf-" + silence), Duration.ofSeconds(3));
        Await.await("there is another connection").atMost(REPLACED).until(() -> subscriber() != subscriber);
        Await.await("notifications arrive again").atMost(REPLACED).until(() -> notifications()
                .equals("on"));

        Await.await("the fast path fires again").atMost(REPLACED).untilAsserted(() -> {
            String id = "hears-" + silence + "-" + System.nanoTime();
            jobs.create(id, Duration.ofMillis(100));
            arrivals.awaitOnce(List.of(id), Duration.ofSeconds(3));
            assertThat(jobs.get(id).json().at("/lastFire/path").asText()).isEqualTo("fast");
        });
    }

    @ParameterizedTest
    @EnumSource
    void opensTheCommandConnectionsAnewWhenTheyFellSilent(Silence silence) {
        List<String> waiting = jobs.createAll("due-" + silence, 10, Duration.ofMillis(500));
        List<ProxyLink> commands = proxy.links().stream()
                .filter(link -> !link.hasSent("PSUBSCRIBE"))
                .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(2);
        commands.forEach(silence.begin);

        long sent = System.nanoTime();
        assertThat(jobs.create("asked-" + silence, FAR).status()).isIn(503, 504);
        assertThat(Duration.ofNanos(System.nanoTime() - sent)).isLessThan(ANSWERED);

        Await.await("requests are taken again")
                .atMost(REPLACED)
                .until(() -> jobs.create("again-" + silence, FAR).status() < 300);
        arrivals.awaitOnce(waiting, REPLACED);
    }

    @Test
    void recoversWhenTheWholeNetworkWasSilent() {
        List<String> waiting = jobs.createAll("silent", 10, Duration.ofMillis(500));
        proxy.hold();
        Await.await("the connections are given up")
                .atMost(REPLACED)
                .until(() -> jobs.get("silent-0").status() == 503);
        assertThat(service.adminHttp().get("/health-check?type=ready").status()).isEqualTo(503);
        proxy.resume();
        arrivals.awaitOnce(waiting, REPLACED);
        Await.await("ready again")
                .atMost(REPLACED)
                .until(() -> service.adminHttp().get("/health-check?type=ready").status() == 200);
    }

    @Test
    void saysUnknownAndNotRefusedWhenTheAnswerWasLost() throws Exception {
        jobs.create("first", FAR); // Redis knows the script from now on, so that one message is enough
        proxy.links().forEach(ProxyLink::holdToClient);
        CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> jobs.create("lost-answer", FAR));
        Await.await("Redis has done it").until(() -> redis.cliLong("EXISTS", "{punctual.0}:job:lost-answer") == 1);
        proxy.cut();
        assertThat(answer.get(10, TimeUnit.SECONDS).status()).isEqualTo(504);
        Await.await("the answer can be had afterwards")
                .until(() -> jobs.create("lost-answer", FAR).status() == 200);
    }

    private static ProxyLink subscriber() {
        return proxy.links().stream()
                .filter(link -> link.hasSent("PSUBSCRIBE"))
                .reduce((older, newer) -> newer)
                .orElseThrow();
    }

    private static String notifications() {
        Answer stats = service.http().get("/v1/stats");
        return stats.status() == 200 ? stats.json().at("/notifications/state").asText() : "";
    }
}
