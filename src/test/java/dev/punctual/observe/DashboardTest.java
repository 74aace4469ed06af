package dev.punctual.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.testkit.Answer;
import dev.punctual.testkit.Http;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.junit5.DropwizardAppExtension;
import io.dropwizard.testing.junit5.DropwizardExtensionsSupport;
import java.net.URI;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("functional")
@ExtendWith(DropwizardExtensionsSupport.class)
class DashboardTest {

    private static final Pattern LOADED = Pattern.compile("(?:src|href)=\"(assets/[^\"]+)\"");
    private static final Pattern IMPORTED = Pattern.compile("from '\\./([^']+)'");

    private static final DropwizardAppExtension<Configuration> SERVICE = new DropwizardAppExtension<>(
            Page.class,
            null,
            ConfigOverride.config("server.applicationConnectors[0].port", "0"),
            ConfigOverride.config("server.adminConnectors[0].port", "0"));

    @Test
    void standsAtTheRootBesideJersey() {
        assertThat(get("/").status()).isEqualTo(200);
        assertThat(get("/").header("Content-Type")).isEqualToIgnoringCase("text/html;charset=utf-8");
        assertThat(get("/").body()).contains("<title>Punctual</title>");
        assertThat(get("/elsewhere").status()).isEqualTo(404);
        assertThat(get("/assets/none.js").status()).isEqualTo(404);
        assertThat(get("/assets/../config.yml").status()).isIn(400, 404);
    }

    @Test
    void loadsNothingButItsOwnFilesAndFindsThemAll() {
        List<String> files = matches(LOADED, get("/").body());
        assertThat(files).contains("assets/app.js", "assets/app.css");
        for (String file : files) {
            assertThat(get("/" + file).status()).as(file).isEqualTo(200);
        }
        assertThat(get("/assets/app.js").header("Content-Type")).startsWith("text/javascript");
        for (String module : matches(IMPORTED, get("/assets/app.js").body())) {
            assertThat(get("/assets/" + module).status()).as(module).isEqualTo(200);
            assertThat(get("/assets/" + module).body()).doesNotContain("innerHTML", "http://", "https://");
        }
    }

    @Test
    void runsNoScriptOfThePagesText() {
        Answer page = get("/");
        assertThat(page.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self';")
                .doesNotContain("unsafe");
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.body()).doesNotContain("<style", " style=").doesNotContainPattern("<script(?![^>]* src=)");
        assertThat(get("/assets/app.js").header("Cache-Control")).isEqualTo("no-cache");
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static Answer get(String path) {
        return new Http(URI.create("http://127.0.0.1:" + SERVICE.getLocalPort())).get(path);
    }

    /** A service with the dashboard, and Jersey behind it. */
    public static final class Page extends Application<Configuration> {
        @Override
        public void run(Configuration configuration, Environment environment) {
            Dashboard.register(environment);
        }
    }
}
