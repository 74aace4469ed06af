package dev.punctual.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.api.AckView;
import dev.punctual.api.BulkLine;
import dev.punctual.api.DeadReader;
import dev.punctual.api.DiagnosisView;
import dev.punctual.api.FieldFault;
import dev.punctual.api.FireView;
import dev.punctual.api.HistoryView;
import dev.punctual.api.JobReader;
import dev.punctual.api.JobView;
import dev.punctual.api.LeaseView;
import dev.punctual.api.Limits;
import dev.punctual.api.PageView;
import dev.punctual.api.Problem;
import dev.punctual.api.PullReader;
import dev.punctual.api.QueueView;
import dev.punctual.api.RemovedView;
import dev.punctual.api.ReplayedView;
import dev.punctual.api.RetryView;
import dev.punctual.api.StatsView;
import dev.punctual.api.TimelineView;
import dev.punctual.api.UpcomingView;
import dev.punctual.core.JobId;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The description is kept by hand; this keeps it true. */
final class OpenApiTest {

    private static final List<Class<?>> RESOURCES = List.of(
            JobsResource.class,
            DeadResource.class,
            FiresResource.class,
            StatsResource.class,
            DoctorResource.class,
            HistoryResource.class,
            UpcomingResource.class,
            QueuesResource.class,
            PullResource.class,
            LeasesResource.class,
            OpenApiResource.class);

    private static final JsonNode API = read();

    @Test
    void describesEveryMethodOfEveryPathAndNothingMore() {
        assertThat(described().keySet()).containsExactlyInAnyOrderElementsOf(served().keySet());
    }

    @Test
    void describesTheQueryParametersThatAreTaken() {
        served().forEach((operation, parameters) ->
                assertThat(described().get(operation)).as(operation).containsExactlyInAnyOrderElementsOf(parameters));
    }

    @Test
    void describesTheFieldsThatAreAnswered() {
        Map<String, Class<?>> answers = Map.of(
                "Job", JobView.class,
                "Fire", FireView.class,
                "TimelineEvent", TimelineView.class,
                "Retry", RetryView.class,
                "Backoff", RetryView.BackoffView.class,
                "Queue", QueueView.class,
                "JobPage", PageView.class,
                "Stats", StatsView.class,
                "Problem", Problem.class,
                "FieldFault", FieldFault.class);

        answers.forEach((schema, record) ->
                assertThat(properties(schema("/" + schema))).as(schema).containsExactlyElementsOf(components(record)));
        assertThat(properties(schema("/Lease"))).isEqualTo(components(LeaseView.class));
        assertThat(properties(schema("/Ack"))).isEqualTo(components(AckView.class));
        assertThat(properties(schema("/Replayed"))).isEqualTo(components(ReplayedView.class));
        assertThat(properties(schema("/Removed"))).isEqualTo(components(RemovedView.class));
        assertThat(properties(schema("/LeasedJobs"))).isEqualTo(components(PageView.class));
        assertThat(properties(schema("/BulkLine"))).isEqualTo(components(BulkLine.class));
        assertThat(properties(schema("/Diagnosis"))).isEqualTo(components(DiagnosisView.class));
        assertThat(properties(schema("/Finding"))).isEqualTo(components(DiagnosisView.FindingView.class));
        assertThat(properties(schema("/History"))).isEqualTo(components(HistoryView.class));
        assertThat(properties(schema("/History/properties/distribution")))
                .isEqualTo(components(HistoryView.DistributionView.class));
        assertThat(properties(schema("/Upcoming"))).isEqualTo(components(UpcomingView.class));
        assertThat(properties(schema("/Lag"))).isEqualTo(components(StatsView.LagView.class));
        assertThat(properties(schema("/Stats/properties/jobs"))).isEqualTo(components(StatsView.JobsView.class));
        assertThat(properties(schema("/Stats/properties/redis"))).isEqualTo(components(StatsView.RedisView.class));
        assertThat(properties(schema("/Stats/properties/notifications")))
                .isEqualTo(components(StatsView.NotificationsView.class));
    }

    @Test
    void namesNothingThatItDoesNotDefine() {
        assertThat(references(API)).isNotEmpty().allSatisfy(reference -> assertThat(
                        API.at(reference.substring(1)).isMissingNode())
                .as(reference)
                .isFalse());
    }

    @Test
    void describesEachAnswerWithItsProblems() {
        for (JsonNode path : API.path("paths")) {
            path.fields().forEachRemaining(operation -> {
                if (operation.getKey().equals("parameters")) {
                    return;
                }
                assertThat(operation.getValue().path("responses").fieldNames())
                        .toIterable()
                        .as(operation.getValue().path("operationId").asText())
                        .contains("500")
                        .anyMatch(status -> status.startsWith("2"));
            });
        }
    }

    @Test
    void showsExamplesThatAreTaken() {
        JobReader reader = new JobReader(Limits.DEFAULT, () -> new JobId("made"));

        assertThat(reader.job(schema("/JobRequest/example").toString(), null)).isNotNull();
        assertThat(reader.patch(schema("/JobPatch/example").toString())).isNotNull();
        assertThat(PullReader.pull(schema("/PullRequest/example").toString())).isNotNull();
        assertThat(PullReader.acks(schema("/AckRequest/example").toString())).isNotNull();
        assertThat(PullReader.nack(schema("/Nack/example").toString())).isNotNull();
        assertThat(PullReader.extend(schema("/Extend/example").toString())).isNotNull();
        assertThat(DeadReader.query(schema("/DeadFilter/example").toString())).isNotNull();
        API.at("/paths/~1v1~1jobs~1bulk/post/requestBody/content/application~1x-ndjson/example")
                .asText()
                .lines()
                .forEach(line -> assertThat(reader.job(line, null)).isNotNull());
    }

    /** Each method of each path with the query parameters that it takes, as the resources have it. */
    private static Map<String, List<String>> served() {
        Map<String, List<String>> served = new TreeMap<>();
        served.put("get " + FireStreamServlet.PATH, FireStreamServlet.PARAMETERS);
        for (Class<?> resource : RESOURCES) {
            for (Method method : resource.getDeclaredMethods()) {
                Arrays.stream(method.getAnnotations())
                        .map(Annotation::annotationType)
                        .filter(type -> type.isAnnotationPresent(HttpMethod.class))
                        .forEach(type -> served.put(
                                type.getSimpleName().toLowerCase(Locale.ROOT) + " " + path(resource, method),
                                parameters(method)));
            }
        }
        // It answers for one id only.
        served.put("get /v1/jobs/" + JobsResource.EXPORT, List.of());
        return served;
    }

    private static String path(Class<?> resource, Method method) {
        String base = resource.getAnnotation(Path.class).value();
        Path own = method.getAnnotation(Path.class);
        if (method.getName().equals("createMany")) {
            // It answers for one id only.
            return base + "/" + JobsResource.BULK;
        }
        return own == null ? base : base + "/" + own.value();
    }

    private static List<String> parameters(Method method) {
        List<String> names = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            if (parameter.isAnnotationPresent(QueryParam.class)) {
                names.add(parameter.getAnnotation(QueryParam.class).value());
            }
        }
        return names;
    }

    private static Map<String, List<String>> described() {
        Map<String, List<String>> described = new TreeMap<>();
        API.path("paths")
                .fields()
                .forEachRemaining(path -> path.getValue().fields().forEachRemaining(operation -> {
                    if (!operation.getKey().equals("parameters")) {
                        described.put(
                                operation.getKey() + " " + path.getKey(),
                                queryParameters(operation.getValue().path("parameters")));
                    }
                }));
        return described;
    }

    private static List<String> queryParameters(JsonNode parameters) {
        List<String> names = new ArrayList<>();
        for (JsonNode parameter : parameters) {
            JsonNode defined = parameter.has("$ref")
                    ? API.at(parameter.path("$ref").asText().substring(1))
                    : parameter;
            if (defined.path("in").asText().equals("query")) {
                names.add(defined.path("name").asText());
            }
        }
        return names;
    }

    private static JsonNode schema(String pointer) {
        return API.at("/components/schemas" + pointer);
    }

    private static List<String> properties(JsonNode schema) {
        List<String> names = new ArrayList<>();
        schema.path("properties").fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> components(Class<?> record) {
        return Stream.of(record.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    private static TreeSet<String> references(JsonNode node) {
        TreeSet<String> references = new TreeSet<>();
        node.findValuesAsText("$ref").forEach(references::add);
        return references;
    }

    private static JsonNode read() {
        try {
            return new ObjectMapper().readTree(OpenApiResource.read("/openapi.json"));
        } catch (IOException notJson) {
            throw new IllegalStateException(notJson);
        }
    }
}
