package dev.punctual.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The same without a mouse: nothing is reached but by the tabulator, from the links to the panels on. */
@Tag("browser")
class KeyboardTest {

    private final Desk desk = Desk.shared();
    private final Browser browser = desk.browser();

    @BeforeEach
    void openThePage() {
        desk.open();
    }

    @Test
    void schedulesAJob() {
        String id = Desk.fresh("typed");
        goTo("schedule-panel");
        browser.tabTo("#s-queue");
        browser.press("shown");
        browser.tabTo("#s-id");
        browser.press(id);
        browser.tabTo("#s-delay");
        // The tabulator selects what stands there.
        browser.press("200ms", Keys.ENTER);
        browser.awaitText("#schedule-result", "Scheduled " + id);
        desk.awaitFire(id);
    }

    @Test
    void pausesAQueueAndResumesItWithTheFocusKept() {
        String queue = Desk.fresh("typed-queue");
        desk.schedule("{'queue':'" + queue + "','delay':'1h'}");
        browser.awaitText("#queues tbody th", queue);
        goTo("queues");
        browser.tabTo("#queues button[aria-label='Pause queue " + queue + "']");
        browser.press(Keys.SPACE);
        browser.awaitText("#queues .said", "Queue " + queue + " is paused");
        Browser.await("the button that was pressed resumes")
                .until(() -> browser.isFocused("#queues button[aria-label='Resume queue " + queue + "']"));
        browser.press(Keys.ENTER);
        browser.awaitText("#queues .said", "Queue " + queue + " fires again");
    }

    @Test
    void cancelsAJob() {
        String id = Desk.fresh("typed-off");
        desk.schedule("{'id':'" + id + "','queue':'shown','delay':'1h'}");
        goTo("job");
        browser.tabTo("#job-id");
        browser.press(id, Keys.ENTER);
        browser.awaitText("#job-result .job-state", "scheduled");
        browser.tabTo("#job-actions [data-action=cancel]");
        browser.press(Keys.ENTER);
        browser.awaitText("#job-result .job-state", "cancelled");
        desk.awaitState(id, "cancelled");
        Browser.await("the focus is not lost with its button").until(() -> browser.isFocused("#job"));
    }

    @Test
    void replaysADeadJob() {
        String id = desk.dead("no reason");
        browser.awaitText("#dead tbody th", id);
        goTo("dead");
        browser.tabTo("#dead button[aria-label='Replay job " + id + "']");
        browser.press(Keys.ENTER);
        browser.awaitText("#dead .said", "Job " + id + " waits again.");
        assertThat(desk.stateOf(id)).isIn("scheduled", "running");
        assertThat(browser.isFocused("#dead")).isTrue();
        desk.service().http().delete("/v1/jobs/" + id);
    }

    private void goTo(String panel) {
        browser.tabTo("nav a[href='#" + panel + "']");
        browser.press(Keys.ENTER);
    }
}
