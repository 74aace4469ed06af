package dev.punctual.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;

/** The page as a whole: what it tells, who can read it, what it weighs, and whom it asks. */
@Tag("browser")
class PageTest {

    private static final int MOST_BYTES = 300_000;

    private final Desk desk = Desk.shared();
    private final Browser browser = desk.browser();

    @Test
    void tellsWithinTenSecondsWhatAnOperatorAsks() {
        desk.schedule("{'queue':'shown','delay':'30s'}");
        desk.fire();
        desk.open();
        browser.awaitText("#tile-late", "nothing");
        browser.awaitText("#tile-path", "fast");
        browser.awaitText("#tile-notifications", "on");
        browser.awaitText("#tile-probe", "ms");
        browser.awaitText("#tile-sweep", "since the last good sweep");
        assertThat(browser.text("#tile-redis"))
                .containsPattern("\\d+\\.\\d+\\.\\d+")
                .contains("standalone", "ms");
        browser.awaitText("#tile-coming", "within the hour");
        assertThat(browser.text("#tile-coming")).containsPattern("[1-9]");
        browser.awaitText("#doctor-state", "Looked at");
        browser.awaitText("#findings", "What mends it");
        browser.awaitText("#tile-dead", "");
        browser.awaitText("#upcoming [data-span=minute] figcaption", "jobs");
        browser.awaitText("#instances tbody th", "");
        assertThat(browser.findAll("#instances tbody tr")).isNotEmpty();
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void drawsEachChartAndSaysTheSameInATable() {
        desk.schedule("{'queue':'shown','delay':'50s'}");
        desk.fire();
        desk.open();
        browser.awaitText("#rates figcaption", "by the fast path");
        browser.awaitText("#lag figcaption", "fast at most");
        browser.awaitText("#distribution figcaption", "fast fires");
        for (String chart : List.of("#rates", "#lag")) {
            assertThat(browser.find(chart + " canvas").getSize().width).isGreaterThan(300);
        }
        assertThat(browser.findAll("#distribution .bar[data-kind=fast]")).hasSizeGreaterThan(5);
        for (String chart : List.of("#rates", "#lag", "#distribution", "#upcoming [data-span=minute]")) {
            browser.click(chart + " details.table summary");
            Browser.await("the table of " + chart)
                    .until(() ->
                            browser.findAll(chart + " details.table tbody th").size() > 0);
        }
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void hasNoSeriousFaultForThoseWhoSeeOrHearItDifferently() {
        String dead = desk.dead("no paper");
        String id = desk.fire();
        for (boolean dark : List.of(false, true)) {
            desk.open(1280, 1400, dark);
            desk.awaitFire(id);
            browser.awaitText("#dead tbody th", dead);
            browser.awaitText("#findings", "What mends it");
            browser.click("#fire-rows button[data-id='" + id + "']");
            browser.awaitText("#job-result .timeline", "delivered");
            browser.picture(dark ? "dark" : "light");
            assertThat(faults()).as(dark ? "dark" : "light").isEmpty();
        }
        assertThat(desk.service().http().delete("/v1/dead/" + dead).status()).isEqualTo(204);
    }

    @Test
    void namesEveryControl() {
        desk.open();
        for (WebElement control : browser.findAll("input, select, textarea, button")) {
            if (control.isDisplayed()) {
                assertThat(control.getAccessibleName())
                        .as(control.getDomAttribute("id") + " " + control.getDomAttribute("name"))
                        .isNotBlank();
            }
        }
    }

    @Test
    void fitsANarrowWindow() {
        String id = desk.fire();
        desk.open(390, 844, false);
        desk.awaitFire(id);
        browser.awaitText("#rates figcaption", "fast");
        assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(390);
        browser.picture("narrow");
    }

    @Test
    void asksNobodyElseAndWeighsLittle() {
        desk.open();
        Map<String, Integer> bytes = new TreeMap<>();
        bytes.put("/", sizeOf("/"));
        for (Object address : desk.addressesLoaded()) {
            URI loaded = URI.create(String.valueOf(address));
            assertThat(loaded.toString()).startsWith(desk.service().api() + "/");
            if (loaded.getPath().startsWith("/assets/")) {
                bytes.put(loaded.getPath(), sizeOf(loaded.getPath()));
            }
        }
        assertThat(bytes).containsKeys("/assets/app.js", "/assets/app.css", "/assets/uplot/uPlot.iife.min.js");
        assertThat(bytes.values().stream().mapToInt(Integer::intValue).sum())
                .as("%s", bytes)
                .isLessThan(MOST_BYTES);
    }

    @Test
    void runsNoScriptOfThePagesText() {
        desk.open();
        Answer page = desk.service().http().get("/");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self';", "style-src 'self';", "trusted-types 'none'")
                .doesNotContain("unsafe");
        assertThat((List<?>) browser.run("return [...document.querySelectorAll('script')].filter(s => !s.src)"))
                .isEmpty();
        for (String attempt : List.of(
                "e.setAttribute('onclick', 'window.ran = 1'); e.click()",
                "e.innerHTML = '<b>markup</b>'",
                "const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s)")) {
            assertThat(browser.run("const e = document.createElement('p'); try { " + attempt
                            + "; return 'allowed'; } catch (refused) { return refused.name; }"))
                    .as(attempt)
                    .isEqualTo("TypeError");
        }
        assertThat(browser.run("return window.ran === undefined")).isEqualTo(true);
        browser.errors();
    }

    private int sizeOf(String path) {
        Answer answer = desk.service().http().get(path);
        assertThat(answer.status()).as(path).isEqualTo(200);
        return answer.body().getBytes(UTF_8).length;
    }

    /** What axe-core calls serious or critical, each with the places. */
    private List<String> faults() {
        browser.run(axe());
        Object found = browser.runAsync("const done = arguments[arguments.length - 1];"
                + "axe.run(document, {resultTypes: ['violations']}).then(result => done(result.violations"
                + ".filter(v => ['serious', 'critical'].includes(v.impact))"
                + ".map(v => `${v.id}: ${v.nodes.map(n => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | ')}`)),"
                + " failed => done([String(failed)]))");
        return ((List<?>) found).stream().map(String::valueOf).toList();
    }

    private static String axe() {
        try (InputStream script =
                Objects.requireNonNull(PageTest.class.getResourceAsStream("/axe.min.js"), "axe.min.js")) {
            return new String(script.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
