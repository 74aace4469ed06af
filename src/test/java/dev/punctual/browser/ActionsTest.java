package dev.punctual.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is done by mouse. */
@Tag("browser")
class ActionsTest {

    private final Desk desk = Desk.shared();
    private final Browser browser = desk.browser();

    @BeforeEach
    void openThePage() {
        desk.open();
    }

    @Test
    void schedulesAJobAndShowsItsLife() {
        browser.type("#s-queue", "close_order");
        browser.type("#s-name", "close");
        browser.type("#s-delay", "300ms");
        browser.type("#s-payload", "{\"order_id\": 12345678901234567890,  \"x\": 1.0}");
        browser.click("#schedule .primary");
        browser.awaitText("#schedule-result", "Scheduled");
        String id = browser.text("#schedule-result button");
        assertThat(desk.awaitFire(id)).contains("close_order", "close", "delivered");
        browser.click("#fire-rows button[data-id='" + id + "']");
        browser.awaitText("#job-result .timeline", "delivered");
        assertThat(browser.texts("#job-result .timeline li b")).contains("scheduled", "due", "notified", "delivered");
        assertThat(browser.text("#job-result .timeline")).contains("request → schedule", "instance → target", "fast");
        assertThat(browser.text("#job-result pre")).isEqualTo("{\"order_id\": 12345678901234567890,  \"x\": 1.0}");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void showsAProblemAtTheFieldThatItNames() {
        browser.type("#s-delay", "soon");
        browser.click("#schedule .primary");
        browser.awaitText("#schedule-result", "delay");
        assertThat(browser.find("#s-delay").getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(browser.isFocused("#s-delay")).isTrue();
        browser.type("#s-delay", "1h");
        browser.type("#s-payload", "1,\"id\":\"smuggled\"");
        browser.click("#schedule .primary");
        browser.awaitText("#schedule-result", "payload is no JSON");
        assertThat(desk.service().http().get("/v1/jobs/smuggled").status()).isEqualTo(404);
        browser.type("#s-payload", "1");
        browser.click("#schedule .primary");
        browser.awaitText("#schedule-result", "Scheduled");
        assertThat(browser.find("#s-delay").getDomAttribute("aria-invalid")).isNull();
    }

    @Test
    void pausesAQueueAndResumesIt() {
        String queue = Desk.fresh("held");
        String id = Desk.fresh("waiting");
        desk.schedule("{'queue':'" + queue + "','delay':'1h'}");
        String button = "#queues button[aria-label='Pause queue " + queue + "']";
        browser.awaitText("#queues tbody th", queue);
        browser.click(button);
        browser.awaitText("#queues .said", "Queue " + queue + " is paused");
        desk.schedule("{'id':'" + id + "','queue':'" + queue + "','delay':'0s'}");
        browser.click("#queues button[aria-label='Resume queue " + queue + "']");
        browser.awaitText("#queues .said", "Queue " + queue + " fires again");
        assertThat(desk.awaitFire(id)).contains(queue);
    }

    @Test
    void firesAJobNowAndCancelsAnother() {
        String now = Desk.fresh("now");
        String never = Desk.fresh("never");
        for (String id : new String[] {now, never}) {
            desk.schedule("{'id':'" + id + "','queue':'shown','delay':'1h'}");
        }
        look(now);
        browser.click("#job-actions [data-action=fire]");
        browser.awaitText("#job-result .job-state", "delivered");
        assertThat(browser.find("#job-actions").isDisplayed()).isFalse();
        look(never);
        browser.click("#job-actions [data-action=cancel]");
        browser.awaitText("#job-result .job-state", "cancelled");
        desk.awaitState(never, "cancelled");
    }

    @Test
    void replaysADeadJobAndRemovesAnother() {
        String again = desk.dead("printer is out of paper");
        String gone = desk.dead("printer is on fire");
        browser.awaitText("#dead tbody th", gone);
        assertThat(desk.rowWith("#dead tbody tr", again)).contains("work", "printer is out of paper");
        browser.click("#dead button[aria-label='Replay job " + again + "']");
        browser.awaitText("#dead .said", "Job " + again + " waits again.");
        assertThat(desk.stateOf(again)).isIn("scheduled", "running");
        browser.click("#dead button[aria-description='job " + gone + "']");
        assertThat(desk.stateOf(gone)).as("after the question").isEqualTo("dead");
        browser.awaitText("#dead button", "Remove for good?");
        browser.click("#dead button[aria-description='job " + gone + "']");
        browser.awaitText("#dead .said", "Job " + gone + " is removed.");
        assertThat(desk.service().http().get("/v1/jobs/" + gone).status()).isEqualTo(404);
        desk.service().http().delete("/v1/jobs/" + again);
    }

    @Test
    void saysThatAnIdIsNotKnown() {
        browser.type("#job-id", "nobody");
        browser.click("#lookup button");
        browser.awaitText("#job-result", "No job ‘nobody’ is known");
    }

    private void look(String id) {
        browser.type("#job-id", id);
        browser.click("#lookup button");
        browser.awaitText("#job-result .facts", id);
    }
}
