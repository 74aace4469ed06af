package dev.punctual.functional;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.PunctualApplication;
import dev.punctual.PunctualConfiguration;
import dev.punctual.testkit.Http;
import dev.punctual.testkit.Receiver;
import dev.punctual.testkit.RedisProcess;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The spans of a job on its way over HTTP and Redis to its target, in the JVM of whoever brings an SDK. */
@Tag("functional")
class TracingTest {

    private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SENT = "00-" + TRACE_ID + "-00f067aa0ba902b7-01";

    private static final InMemorySpanExporter SPANS = InMemorySpanExporter.create();
    private static RedisProcess redis;
    private static Receiver receiver;
    private static DropwizardTestSupport<PunctualConfiguration> service;

    @BeforeAll
    static void start() throws Exception {
        GlobalOpenTelemetry.resetForTest();
        GlobalOpenTelemetry.set(OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(SPANS))
                        .build())
                .build());
        redis = RedisProcess.start("--save", "");
        receiver = Receiver.answering(204);
        service = new DropwizardTestSupport<>(
                PunctualApplication.class,
                ConfigCopy.with("queues: {}", "queues: {hook: {target: webhook, url: '" + receiver.url() + "'}}")
                        .toString(),
                ConfigOverride.config("redis.uri", redis.uri()),
                ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                ConfigOverride.config("server.adminConnectors[0].port", "0"));
        service.before();
    }

    @AfterAll
    static void stop() {
        service.after();
        receiver.close();
        redis.close();
        GlobalOpenTelemetry.resetForTest();
    }

    private static Http http() {
        return new Http(URI.create("http://127.0.0.1:" + service.getLocalPort()));
    }

    private static List<SpanData> spans(String name, String job) {
        return SPANS.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .filter(span -> job.equals(text(span, "messaging.message.id")))
                .toList();
    }

    private static String text(SpanData span, String key) {
        return span.getAttributes().get(AttributeKey.stringKey(key));
    }

    private static SpanData awaitOne(String name, String job) {
        await("the span " + name).until(() -> spans(name, job).size() == 1);
        return spans(name, job).get(0);
    }

    private static String traceparent(String job) {
        await("it arrives").until(() -> receiver.received().stream()
                .anyMatch(one -> one.body().contains(job)));
        return receiver.received().stream()
                .filter(one -> one.body().contains(job))
                .findFirst()
                .orElseThrow()
                .headers()
                .get("traceparent");
    }

    @Test
    void linkTheFireToTheRequestThatScheduledIt() {
        http().post("/v1/jobs", "{\"id\":\"linked\",\"queue\":\"hook\",\"delay\":\"50ms\"}", "traceparent", SENT);
        SpanData fire = awaitOne("fire", "linked");
        SpanData schedule = awaitOne("schedule", "linked");
        assertThat(schedule.getTraceId()).isEqualTo(TRACE_ID);
        assertThat(schedule.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
        assertThat(fire.getTraceId()).isNotEqualTo(TRACE_ID);
        assertThat(fire.getLinks())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(schedule.getSpanId()));
        assertThat(text(fire, "messaging.destination.name")).isEqualTo("hook");
        assertThat(text(fire, "punctual.path")).isIn("fast", "sweep");
        assertThat(text(fire, "punctual.outcome")).isEqualTo("delivered");
        assertThat(fire.getAttributes().get(AttributeKey.longKey("punctual.lag_ms")))
                .isNotNegative();
        assertThat(traceparent("linked"))
                .startsWith("00-" + fire.getTraceId() + "-" + fire.getSpanId() + "-")
                .hasSize(SENT.length());
    }

    @Test
    void linkAJobWithoutATraceToItsOwnSchedule() {
        http().post("/v1/jobs", "{\"id\":\"alone\",\"queue\":\"hook\",\"delay\":\"50ms\"}");
        SpanData fire = awaitOne("fire", "alone");
        SpanData schedule = awaitOne("schedule", "alone");
        assertThat(fire.getLinks()).singleElement().satisfies(link -> assertThat(
                        link.getSpanContext().getTraceId())
                .isEqualTo(schedule.getTraceId()));
    }

    @Test
    void linkTheFireOfAJobThatLiesInRedis() {
        http().post("/v1/jobs", "{\"id\":\"listed\",\"queue\":\"plain\",\"delay\":\"50ms\"}");
        SpanData fire = awaitOne("fire", "listed");
        SpanData schedule = awaitOne("schedule", "listed");
        assertThat(text(fire, "punctual.outcome")).isEqualTo("delivered");
        assertThat(schedule.getStatus().getDescription()).isEmpty();
        assertThat(fire.getLinks())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(schedule.getSpanId()));
    }
}
