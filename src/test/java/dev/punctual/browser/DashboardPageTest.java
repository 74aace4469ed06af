package dev.punctual.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.ServiceProcess;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.openqa.selenium.WebElement;

@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardPageTest {

    private static final String HOSTILE = "<img src=x onerror=\"window.broken=1\">";
    private static final AtomicInteger IDS = new AtomicInteger();

    private ServiceProcess service;
    private Browser browser;

    @BeforeAll
    void start() {
        service = ServiceProcess.builder().start();
        browser = new Browser();
    }

    @AfterAll
    void end() {
        if (browser != null) {
            browser.close();
        }
        if (service != null) {
            service.close();
        }
    }

    @BeforeEach
    void openThePage() {
        open(1280, 1400, false);
        browser.errors();
    }

    @Test
    void schedulesAJobAndShowsItArriveWithPathAndLag() {
        browser.type("#s-queue", "close_order");
        browser.type("#s-name", "close");
        browser.type("#s-delay", "300ms");
        browser.type("#s-payload", "{\"order_id\": 12345678901234567890}");
        browser.click("#schedule .primary");
        browser.awaitText("#schedule-result", "Scheduled");
        String id = browser.text("#schedule-result button");
        awaitRow(id);
        assertThat(rowOf(id)).contains("close_order", "close", "delivered").containsPattern("\\d ms|\\d s");
        assertThat(rowOf(id)).containsAnyOf("fast", "sweep");
        assertThat(browser.text("#tile-redis")).containsPattern("\\d+\\.\\d+\\.\\d+");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void showsAJobWithItsTimelineAndItsPayloadAsItWasSent() {
        String id = fire("{\"n\": 12345678901234567890,  \"x\": 1.0}");
        awaitRow(id);
        browser.click("#fire-rows button[data-id='" + id + "']");
        browser.awaitText("#job-result .timeline", "delivered");
        assertThat(browser.text("#job-result pre")).isEqualTo("{\"n\": 12345678901234567890,  \"x\": 1.0}");
        assertThat(browser.text("#job-result .timeline")).contains("scheduled");
        browser.picture("job");
    }

    @Test
    void saysThatAnIdIsNotKnown() {
        browser.type("#job-id", "nobody");
        browser.click("#lookup button");
        browser.awaitText("#job-result", "No job ‘nobody’ is known");
    }

    @Test
    void showsAProblemAtTheFieldThatItNames() {
        browser.type("#s-delay", "soon");
        browser.click("#schedule .primary");
        browser.awaitText("#schedule-result", "delay");
        assertThat(browser.find("#s-delay").getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(browser.run("return document.activeElement.id")).isEqualTo("s-delay");
        browser.picture("problem");
        browser.type("#s-delay", "1h");
        browser.click("#schedule .primary");
        browser.awaitText("#schedule-result", "Scheduled");
        assertThat(browser.find("#s-delay").getDomAttribute("aria-invalid")).isNull();
    }

    @Test
    void refusesAPayloadThatIsNoJsonBeforeItIsSent() {
        browser.type("#s-payload", "1,\"id\":\"smuggled\"");
        browser.click("#schedule .primary");
        browser.awaitText("#schedule-result", "payload is no JSON");
        assertThat(service.http().get("/v1/jobs/smuggled").status()).isEqualTo(404);
    }

    @Test
    void showsHostileNamesAndPayloadsAsText() {
        String id = "hostile-" + IDS.incrementAndGet();
        String quoted = HOSTILE.replace("\"", "\\\"");
        schedule("{\"id\":\"" + id + "\",\"name\":\"" + quoted + "\",\"delay\":\"0s\",\"payload\":\"" + quoted + "\"}");
        awaitRow(id);
        assertThat(rowOf(id)).contains(HOSTILE);
        browser.click("#fire-rows button[data-id='" + id + "']");
        browser.awaitText("#job-result", HOSTILE);
        assertThat(browser.findAll("img")).isEmpty();
        assertThat(browser.run("return window.broken === undefined")).isEqualTo(true);
    }

    @Test
    void filtersByQueueAndPath() {
        String elsewhere = fire("1");
        String wanted = "wanted-" + IDS.incrementAndGet();
        schedule("{\"id\":\"" + wanted + "\",\"queue\":\"filtered\",\"delay\":\"0s\"}");
        awaitRow(elsewhere);
        awaitRow(wanted);
        browser.type("#filter input", "filtered");
        Browser.await("only the queue is listed")
                .until(() -> browser.texts("#fire-rows .queue").equals(List.of("filtered")));
        browser.type("#filter input", "nothing-ever-fired-here");
        browser.awaitText("#fires-empty", "No fire fits the filter.");
    }

    @Test
    void keepsTheListStillWhileItIsPaused() {
        awaitRow(fire("1"));
        browser.click("#pause");
        String later = fire("2");
        Browser.await("the counts go on")
                .until(() -> service.http().get("/v1/fires?limit=1").body().contains(later));
        assertThat(browser.texts("#fire-rows button")).doesNotContain(later);
        browser.click("#pause");
        awaitRow(later);
    }

    @Test
    void saysThatTheServiceIsGoneAndComesBackWithIt() {
        browser.awaitText("#connection", "Connected");
        service.kill9();
        browser.awaitText("#connection", "Not connected");
        browser.awaitText("#alert", "What stands below is old");
        browser.picture("gone");
        service.restart();
        Browser.await("the page finds the service again")
                .atMost(Browser.SOON.multipliedBy(2))
                .until(() -> browser.text("#connection").equals("Connected")
                        && !browser.find("#alert").isDisplayed());
    }

    @Test
    void asksNobodyElse() {
        browser.awaitText("#connection", "Connected");
        List<?> loaded =
                (List<?>) browser.run("return performance.getEntriesByType('resource').map(entry => entry.name)");
        assertThat(loaded).isNotEmpty().allMatch(address -> String.valueOf(address)
                .startsWith(service.api() + "/"));
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void fitsANarrowWindow() {
        awaitRow(fire("1"));
        open(390, 844, false);
        browser.awaitText("#fires", "delivered");
        assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(390);
        browser.picture("narrow");
    }

    @Test
    void isReadableInLightAndDark() {
        awaitRow(fire("1"));
        for (boolean dark : List.of(false, true)) {
            open(1280, 1400, dark);
            browser.awaitText("#fires", "delivered");
            browser.picture(dark ? "dark" : "light");
            assertThat((List<?>) browser.run(Contrast.TOO_FAINT)).isEmpty();
        }
    }

    @Test
    void namesEveryControlForThoseWhoDoNotSeeIt() {
        for (WebElement control : browser.findAll("input, select, textarea, button")) {
            assertThat(control.getAccessibleName())
                    .as(control.getDomAttribute("id") + " " + control.getDomAttribute("name"))
                    .isNotBlank();
        }
    }

    private void open(int width, int height, boolean dark) {
        browser.open(service.api() + "/", width, height, dark);
        browser.awaitText("#connection", "Connected");
    }

    private String fire(String payload) {
        String id = "fired-" + IDS.incrementAndGet();
        schedule("{\"id\":\"" + id + "\",\"queue\":\"shown\",\"delay\":\"0s\",\"payload\":" + payload + "}");
        return id;
    }

    private void schedule(String job) {
        assertThat(service.http().post("/v1/jobs", job).status()).isEqualTo(201);
    }

    private void awaitRow(String id) {
        browser.awaitText("#fire-rows button", id);
    }

    private String rowOf(String id) {
        return browser.texts("#fire-rows tr").stream()
                .filter(row -> row.contains(id))
                .findFirst()
                .orElseThrow();
    }
}
