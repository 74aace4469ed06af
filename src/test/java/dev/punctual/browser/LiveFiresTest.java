package dev.punctual.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("browser")
class LiveFiresTest {

    private final Desk desk = Desk.shared();
    private final Browser browser = desk.browser();

    @BeforeEach
    void openThePage() {
        desk.open();
    }

    @Test
    void showsFiresOfBothPathsAsTheyCome() {
        String fast = desk.fire();
        assertThat(desk.awaitFire(fast)).contains("fast", "shown", "delivered").containsPattern("\\d ms|\\d s");
        desk.notifications(false);
        try {
            String swept = desk.fire();
            assertThat(desk.awaitFire(swept)).contains("sweep", "lost", "delivered");
            browser.awaitText("#tile-notifications", "off");
            browser.awaitText("#rates figcaption", "lost");
        } finally {
            desk.notifications(true);
        }
        browser.awaitText("#tile-notifications", "on");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void filtersByQueueAndPathAndCause() {
        String elsewhere = desk.fire();
        String queue = Desk.fresh("filtered");
        desk.schedule("{'queue':'" + queue + "','delay':'0s'}");
        desk.awaitFire(elsewhere);
        browser.awaitText("#fire-rows .queue", queue);
        browser.type("#filter [name=queue]", queue);
        Browser.await("only the queue is listed")
                .until(() -> browser.texts("#fire-rows .queue").equals(List.of(queue)));
        desk.fire();
        desk.schedule("{'queue':'" + queue + "','delay':'0s'}");
        Browser.await("what comes is filtered too")
                .until(() -> browser.texts("#fire-rows .queue").equals(List.of(queue, queue)));
        browser.choose("#filter [name=cause]", "saturated");
        browser.awaitText("#fires-empty", "No fire fits the filter.");
        browser.choose("#filter [name=cause]", "any");
        browser.choose("#filter [name=path]", "sweep");
        browser.awaitText("#fires-empty", "No fire fits the filter.");
    }

    @Test
    void holdsTheListStillAndCountsWhatComes() {
        desk.awaitFire(desk.fire());
        browser.click("#hold");
        String later = desk.fire();
        browser.awaitText("#hold", "1 new");
        assertThat(browser.texts("#fire-rows button")).doesNotContain(later);
        browser.click("#hold");
        desk.awaitFire(later);
    }

    @Test
    void resumesAfterARestartOfTheServiceWithWhatFiredInBetween() {
        String before = desk.fire();
        desk.awaitFire(before);
        String between = Desk.fresh("between");
        desk.schedule("{'id':'" + between + "','queue':'shown','delay':'1s'}");
        desk.service().kill9();
        browser.awaitText("#connection", "Not connected");
        browser.awaitText("#alert", "What stands below is old");
        browser.awaitText("#stream", "Cut off");
        browser.picture("gone");
        desk.service().restart();
        browser.awaitText("#stream", "Live");
        assertThat(desk.awaitFire(between)).contains("sweep", "catch_up");
        desk.awaitFire(desk.fire());
        assertThat(browser.texts("#fire-rows button")).contains(before).doesNotHaveDuplicates();
        Browser.await("the page has found the service again")
                .until(() -> browser.text("#connection").equals("Connected")
                        && !browser.find("#alert").isDisplayed());
    }
}
