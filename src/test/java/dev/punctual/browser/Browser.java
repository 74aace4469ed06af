package dev.punctual.browser;

import dev.punctual.testkit.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.awaitility.core.ConditionFactory;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium of its own, without a window and without any profile of an earlier run. For one thread. */
final class Browser implements AutoCloseable {

    /** How long something may take to show itself. */
    static final Duration SOON = Duration.ofSeconds(20);

    private static final List<String> FLAGS = List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private static final int MOST_STOPS = 40;

    private static final Path PICTURES = Path.of("target", "screenshots");

    private final Path profile;
    private final ChromeDriver driver;

    Browser() {
        try {
            profile = Files.createTempDirectory("punctual-browser");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program("chromium").toString());
        options.addArguments(FLAGS);
        options.addArguments("--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(program("chromedriver").toFile())
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
    }

    private static Path program(String name) {
        for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
            Path program = Path.of(folder, name);
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        throw new IllegalStateException(name + " is not installed");
    }

    /** Opens a page in a window of that size. */
    void open(String address, int width, int height, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
        driver.get(address);
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> findAll(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    String text(String css) {
        return find(css).getText();
    }

    /** The texts of all that fit, as one look at the page gives them. */
    List<String> texts(String css) {
        List<?> texts = (List<?>) run("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)", css);
        return texts.stream().map(String::valueOf).toList();
    }

    /** Replaces what a field holds. */
    void type(String css, String text) {
        WebElement field = find(css);
        field.clear();
        field.sendKeys(text);
    }

    /** Chooses what a list offers, by its text. */
    void choose(String css, String text) {
        find(css).sendKeys(text);
    }

    void click(String css) {
        await(css + " can be clicked")
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> {
                    find(css).click();
                    return true;
                });
    }

    /** Presses keys where the focus is, as a person without a mouse. */
    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Goes on with the tabulator until the focus is there; fails where that takes too long for anybody. */
    void tabTo(String css) {
        for (int stops = 0; stops < MOST_STOPS; stops++) {
            if (isFocused(css)) {
                return;
            }
            press(Keys.TAB);
        }
        throw new AssertionError(css + " is not reached with the tabulator; the focus is at "
                + run("return document.activeElement.outerHTML.slice(0, 200)"));
    }

    boolean isFocused(String css) {
        return Boolean.TRUE.equals(run("return document.activeElement.matches(arguments[0])", css));
    }

    void awaitText(String css, String part) {
        Await.await(css + " says '" + part + "'").atMost(SOON).until(() -> texts(css).stream()
                .anyMatch(text -> text.contains(part)));
    }

    /** Awaits what the page will show {@link #SOON}; looks less often than elsewhere, because a look costs the browser. */
    static ConditionFactory await(String what) {
        return Await.await(what).atMost(SOON).pollInterval(Duration.ofMillis(100));
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** The same for a script that calls its last argument when it is done. */
    Object runAsync(String script) {
        return driver.executeAsyncScript(script);
    }

    /** What the page logged as an error since the last call, each with its source. */
    List<String> errors() {
        List<String> errors = new ArrayList<>();
        driver.manage().logs().get(LogType.BROWSER).forEach(entry -> {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                errors.add(entry.getMessage());
            }
        });
        return errors;
    }

    /** Keeps a picture of what the window shows. */
    void picture(String name) {
        try {
            Files.createDirectories(PICTURES);
            Files.write(PICTURES.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
        try (var files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
