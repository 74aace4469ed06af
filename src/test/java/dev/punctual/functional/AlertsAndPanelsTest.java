package dev.punctual.functional;

import static dev.punctual.testkit.Await.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.punctual.functional.PromExpression.Selector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The alert rules and the dashboard in {@code docker/} ask for nothing that a service does not expose from its start. */
@Tag("functional")
class AlertsAndPanelsTest {

    private static final Path RULES = Path.of("docker/prometheus/rules.yml");
    private static final Path DASHBOARD = Path.of("docker/grafana/dashboards/punctual.json");
    private static final Path MANUAL = Path.of("src/site/markdown/operations.md");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What Prometheus adds to every series of a target. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    private static final Pattern RULE = Pattern.compile("(?m)^      - alert: (\\w+)\n        expr: (.+)$");

    /** A queue of each kind of target; the fires of unnamed queues have the label {@code other}. */
    private static final String QUEUES = "queues: {a: {target: list}, b: {target: stream}, c: {target: channel},"
            + " d: {target: webhook, url: 'http://127.0.0.1:9/'}, e: {target: pull}}";

    private static RunningService service;
    private static String exposed;
    private static PromScrape scrape;

    /** An alert or a panel's query. */
    private record Query(String where, String text) {

        PromExpression parsed() {
            return PromExpression.parse(text);
        }
    }

    @BeforeAll
    static void scrape() {
        service = RunningService.start(builder -> builder.config(ConfigCopy.with("queues: {}", QUEUES)));
        await("the first probe has been heard")
                .until(() -> service.admin().get("/prometheus").body().contains("\npunctual_notification_probe_lag"));
        await("Redis has been looked at")
                .until(() -> service.admin().get("/prometheus").body().contains("\npunctual_redis_memory_max_bytes"));
        exposed = service.admin().get("/prometheus").body();
        scrape = PromScrape.parse(exposed);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static List<Query> alerts() throws IOException {
        return RULE.matcher(Files.readString(RULES))
                .results()
                .map(rule -> new Query(rule.group(1), rule.group(2)))
                .toList();
    }

    private static List<Query> panels() throws IOException {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : JSON.readTree(Files.readString(DASHBOARD)).path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new Query(
                        panel.path("title").asText(),
                        target.path("expr").asText().replace("$__rate_interval", "1m")));
            }
        }
        return queries;
    }

    @Test
    void everyAlertAsksForWhatIsExposed() throws IOException {
        assertThat(alerts())
                .hasSize((int) Files.readAllLines(RULES).stream()
                        .filter(line -> line.contains("alert:"))
                        .count())
                .hasSizeGreaterThan(10)
                .allSatisfy(AlertsAndPanelsTest::isExposed);
    }

    @Test
    void everyPanelAsksForWhatIsExposed() throws IOException {
        assertThat(panels()).hasSizeGreaterThan(20).allSatisfy(AlertsAndPanelsTest::isExposed);
    }

    @Test
    void theChoicesOfTheDashboardAreExposed() throws IOException {
        Pattern choice = Pattern.compile("label_values\\((\\w+)(\\{[^}]*})?, (\\w+)\\)");
        for (JsonNode variable : JSON.readTree(Files.readString(DASHBOARD)).at("/templating/list")) {
            var matcher = choice.matcher(variable.path("definition").asText(""));
            if (matcher.matches()) {
                assertThat(scrape.has(matcher.group(1))).as(matcher.group(1)).isTrue();
                assertThat(OF_PROMETHEUS.contains(matcher.group(3))
                                || !scrape.values(matcher.group(1), matcher.group(3))
                                        .isEmpty())
                        .as(variable.toString())
                        .isTrue();
            }
        }
    }

    private static void isExposed(Query query) {
        PromExpression expression = query.parsed();
        for (Selector selector : expression.selectors()) {
            if (selector.metric().equals("up")) { // Prometheus's own
                assertThat(selector.labels().keySet()).isSubsetOf(OF_PROMETHEUS);
                continue;
            }
            assertThat(scrape.has(selector.metric()))
                    .as("%s: %s", query, selector.metric())
                    .isTrue();
            selector.labels().forEach((label, asked) -> {
                if (OF_PROMETHEUS.contains(label)) {
                    return;
                }
                Set<String> exposed = scrape.values(selector.metric(), label);
                assertThat(exposed).as("%s: label %s", query, label).isNotEmpty();
                if (!asked.value().startsWith("$")) {
                    assertThat(exposed).as("%s: label %s", query, label).containsAll(asked.values());
                }
            });
        }
        assertThat(expression.groupedBy())
                .as(query.toString())
                .allMatch(label -> OF_PROMETHEUS.contains(label)
                        || expression.selectors().stream().anyMatch(one -> !scrape.values(one.metric(), label)
                                .isEmpty()));
    }

    @Test
    void noticesWhatIsNotExposed() {
        for (String wrong : List.of(
                "punctual_fire_total > 0",
                "punctual_jobs{status=\"dead\"}",
                "punctual_jobs{state=\"deceased\"}",
                "sum by (cause) (punctual_jobs)",
                "sum(rate(punctual_fires_total{path=\"slow\"}[5m]))")) {
            assertThatThrownBy(() -> isExposed(new Query("wrong", wrong)))
                    .as(wrong)
                    .isInstanceOf(AssertionError.class);
        }
        assertThatThrownBy(() -> PromExpression.parse("sum(rate(punctual_fires_total[5m])"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyAlertSaysWhatItMeansAndWhatToDo() throws IOException {
        String manual = Files.readString(MANUAL);
        String[] rules = Files.readString(RULES).split("\n      - alert: ");
        for (int i = 1; i < rules.length; i++) {
            String name = rules[i].lines().findFirst().orElseThrow();
            assertThat(rules[i])
                    .as(name)
                    .contains("severity: ", "          summary: '", "          meaning: '", "          action: '")
                    .contains("operations.md, " + name + ".'");
            assertThat(manual).as(name).contains("### " + name + "\n");
        }
    }

    @Test
    void theManualNamesEveryMetric() throws IOException {
        String manual = Files.readString(MANUAL);
        assertThat(scrape.metrics().keySet().stream()
                        .filter(name -> name.startsWith("punctual_"))
                        .map(name -> name.replaceFirst("_(bucket|sum|count)$", ""))
                        .distinct()
                        // Dropwizard counts the tasks of thread pools under the names of these.
                        .filter(name -> !exposed.contains("# HELP " + name + " Generated from Dropwizard")))
                .allSatisfy(name -> assertThat(manual).contains("`" + name));
    }

    @Test
    void promtoolTakesEveryExpression() throws Exception {
        Assumptions.assumeTrue(
                System.getenv("CI") != null || isInstalled(), "promtool is not installed (Debian: prometheus)");
        StringBuilder rules = new StringBuilder("groups:\n  - name: panels\n    rules:\n");
        for (Query query : panels()) {
            rules.append("      - record: panel\n        expr: ")
                    .append(JSON.writeValueAsString(query.text()))
                    .append('\n')
                    .append("        labels: {number: \"")
                    .append(rules.length())
                    .append("\"}\n");
        }
        Path file = Files.createTempFile("panels", ".yml");
        try {
            Files.writeString(file, rules);
            assertThat(promtool("check", "rules", RULES.toString(), file.toString()))
                    .contains("SUCCESS");
            assertThat(promtool("check", "config", "docker/prometheus/prometheus.yml"))
                    .contains("SUCCESS");
            assertThat(promtool("test", "rules", "src/test/resources/prometheus/alerts.yml"))
                    .contains("SUCCESS");
        } finally {
            Files.delete(file);
        }
    }

    private static boolean isInstalled() {
        return Files.isExecutable(Path.of("/usr/bin/promtool"));
    }

    private static String promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }
}
