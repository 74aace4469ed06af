package dev.punctual.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("browser")
class HostileTextTest {

    private static final String MARKUP = "<img src=x onerror=\"window.broken=1\"><script>window.broken=1</script>";
    private static final String RIGHT_TO_LEFT = "שלום עולם <b>مرحبا</b>";

    private final Desk desk = Desk.shared();
    private final Browser browser = desk.browser();

    @BeforeEach
    void openThePage() {
        desk.open();
    }

    @Test
    void showsMarkupAsText() {
        String id = show(MARKUP, MARKUP);
        assertThat(desk.awaitFire(id)).contains(MARKUP);
        browser.awaitText("#job-result .facts", MARKUP);
        assertThat(browser.text("#job-result pre")).isEqualTo(json(MARKUP));
        assertUntouched();
    }

    @Test
    void showsTextFromRightToLeftWithinItsOwnPlace() {
        String id = show(RIGHT_TO_LEFT, RIGHT_TO_LEFT);
        assertThat(desk.awaitFire(id)).contains(RIGHT_TO_LEFT, "shown", "delivered");
        browser.awaitText("#job-result .facts", RIGHT_TO_LEFT);
        assertThat(browser.text("#job-result pre")).isEqualTo(json(RIGHT_TO_LEFT));
        assertThat(browser.run("return getComputedStyle(document.querySelector('#job-result bdi')).unicodeBidi"))
                .isEqualTo("isolate");
        assertUntouched();
    }

    @Test
    void showsALargePayloadInABoxThatScrolls() {
        String large = MARKUP.repeat(100_000 / MARKUP.length() + 1);
        show("large", large);
        Browser.await("the whole payload is there")
                .until(() -> browser.run("return document.querySelector('#job-result pre')?.textContent")
                        .equals(json(large)));
        assertThat(browser.find("#job-result pre").getSize().height).isLessThanOrEqualTo(260);
        assertUntouched();
    }

    @Test
    void showsMarkupInTheReasonOfADeadJobAsText() {
        String id = desk.dead("<i onclick=alert(1)>no</i>");
        browser.awaitText("#dead tbody th", id);
        assertThat(desk.rowWith("#dead tbody tr", id)).contains("<i onclick=alert(1)>no</i>");
        assertUntouched();
        assertThat(desk.service().http().delete("/v1/dead/" + id).status()).isEqualTo(204);
    }

    private String show(String name, String payload) {
        String id = Desk.fresh("hostile");
        String job = "{\"id\":\"" + id + "\",\"queue\":\"shown\",\"delay\":\"0s\",\"name\":" + json(name)
                + ",\"payload\":" + json(payload) + "}";
        assertThat(desk.service().http().post("/v1/jobs", job).status()).isEqualTo(201);
        desk.awaitFire(id);
        browser.click("#fire-rows button[data-id='" + id + "']");
        browser.awaitText("#job-result .facts", id);
        return id;
    }

    private void assertUntouched() {
        assertThat(browser.findAll("img, i, main script")).isEmpty();
        assertThat(browser.run("return window.broken === undefined")).isEqualTo(true);
        assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
                .isLessThanOrEqualTo(1280);
        assertThat(browser.errors()).isEqualTo(List.of());
    }

    private static String json(String text) {
        return JsonNodeFactory.instance.textNode(text).toString();
    }
}
