/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A headless Chromium. */
final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** It warns of a protocol that is not used here. A logger lives only as long as it is referenced. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private final ChromeDriver driver;

    /** Starts the browser, or skips the test if there is none. The browser keeps its files in the directory. */
    public Browser(Path directory) throws IOException {
        require(CHROMIUM, "chromium");
        require(DRIVER, "chromium-driver");
        SELENIUM.setLevel(Level.SEVERE);
        LoggingPreferences logging = new LoggingPreferences();
        logging.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.setCapability(ChromeOptions.LOGGING_PREFS, logging);
        options.addArguments(
                "--headless=new",
                "--no-sandbox", // Otherwise it refuses to run as root.
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--user-data-dir=" + Files.createTempDirectory(directory, "chromium"),
                "--window-size=1280,1000");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
    }

    private static void require(Path program, String debianPackage) {
        if (!Files.isExecutable(program)) {
            String reason = "skipped: there is no " + program + "; apt-get install " + debianPackage;
            System.out.println(reason);
            abort(reason);
        }
    }

    public void open(String address) {
        driver.get(address);
    }

    public String title() {
        return driver.getTitle();
    }

    /** {@return the visible text in the first matching element} */
    public String text(String selector) {
        return driver.findElement(By.cssSelector(selector)).getText();
    }

    /** Waits until the text in a matching element is as wanted. */
    public String awaitText(String selector, Predicate<String> wanted) {
        return new WebDriverWait(driver, LIMIT, Duration.ofMillis(100))
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> "not as wanted: " + selector + ": " + text(selector))
                .until(any -> {
                    String text = text(selector);
                    return wanted.test(text) ? text : null;
                });
    }

    /** Waits until a script returns true. */
    public void await(String script) {
        new WebDriverWait(driver, LIMIT, Duration.ofMillis(100))
                .withMessage(() -> "not true: " + script)
                .until(any -> Boolean.TRUE.equals(run(script)));
    }

    /** {@return the result of a script} */
    public Object run(String script) {
        return driver.executeScript(script);
    }

    /** {@return the strings that a script returns} */
    @SuppressWarnings("unchecked") // The script must return strings.
    public List<String> strings(String script) {
        return (List<String>) run(script);
    }

    /** {@return the number that a script returns} */
    public double number(String script) {
        return ((Number) run(script)).doubleValue();
    }

    public void setDark(boolean isDark) {
        Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light");
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
    }

    /** Sets the size of the window, such as that of a phone. */
    public void setSize(int width, int height) {
        Map<String, Object> size =
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500);
        driver.executeCdpCommand("Emulation.setDeviceMetricsOverride", size);
    }

    /** {@return the console messages since the last call} */
    public List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    public void screenshot(Path file) throws IOException {
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
