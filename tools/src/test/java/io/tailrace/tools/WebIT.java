/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.Figures;
import io.tailrace.report.LinkFile.Identity;
import io.tailrace.report.LinkFile.Kind;
import io.tailrace.report.LinkFile.State;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
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

/** The live page in a browser, with processes that live, stop and die. */
@Tag("browser")
class WebIT {
    private static final Pattern PAGE = Pattern.compile("page[=:] ?(http://127\\.0\\.0\\.1:(\\d+)/)");
    private static final String CONTRAST = """
            const light = color => {
                const parts = color.match(/[0-9.]+/g).slice(0, 3)
                    .map(part => part / 255)
                    .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
            };
            const ground = element => {
                const color = getComputedStyle(element).backgroundColor;
                return color.endsWith(", 0)") ? ground(element.parentElement) : color;
            };
            return Math.min(...[...document.querySelectorAll("h1, h2, h3, p, th, td, dt, dd")]
                .filter(element => element.checkVisibility() && element.textContent.trim() !== "")
                .map(element => [light(getComputedStyle(element).color), light(ground(element))])
                .map(([a, b]) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)));
            """;

    /** Elements that extend beyond the page, except for parts cut by an ellipsis. */
    private static final String OUTSIDE = """
            const isCut = element => element.parentElement !== null
                && (getComputedStyle(element.parentElement).overflowX !== "visible" || isCut(element.parentElement));
            return [...document.querySelectorAll("body *")]
                .filter(element => element.checkVisibility() && !isCut(element))
                .filter(element => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
                    || element.getBoundingClientRect().left < -0.5)
                .map(element => element.localName + "." + element.getAttribute("class") + ": " + element.textContent);
            """;

    /** Words that are broken over two lines. */
    private static final String BROKEN = """
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const broken = [];
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                const isVisible = node.parentElement.checkVisibility();
                for (const word of isVisible ? node.data.matchAll(/[\\p{L}\\p{N}]+/gu) : []) {
                    const range = document.createRange();
                    range.setStart(node, word.index);
                    range.setEnd(node, word.index + word[0].length);
                    const tops = [...range.getClientRects()].map(box => box.top);
                    if (Math.max(...tops) - Math.min(...tops) > 8) { // Fonts differ by less.
                        broken.push(word[0]);
                    }
                }
            }
            return broken;
            """;

    /** Unescaped, each name would be something other than text, or would reverse or break the text around it. */
    private static final List<String> HOSTILE_NAMES = List.of(
            "</script><script>document.title='owned'</script>",
            "<img src=x onerror=\"document.title='owned'\">",
            "</td></table>&lt;b&gt;",
            "data: x&stream=y%26",
            "__proto__",
            "constructor",
            "'\"",
            "\uD83D\uDE00 e\u0301\u0301\u0301",
            "\u05D0\u05D1 \u0627\u0644",
            "W".repeat(255));

    private static final Identity LINK = new Identity(Kind.SEND, "bridge/<b>", "10.0.0.2:9000", "alpha", "quotes");

    @TempDir
    static Path profile;

    private static Browser browser;

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    @BeforeAll
    static void startBrowser() throws Exception {
        browser = new Browser(profile);
    }

    @AfterAll
    static void endBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    /** The console messages about the end of the page's server must not reach another test. */
    @AfterEach
    void leave() {
        browser.open("about:blank");
        browser.console();
    }

    /** Starts {@code tailrace web} and opens its page. */
    private Tool web(String address) throws IOException {
        Tool web = Tool.start(directory, "web", "--listen", address);
        web.awaitOut("READY ");
        browser.open(url(web));
        return web;
    }

    private static String url(Tool tool) {
        return find(tool).group(1);
    }

    private static Matcher find(Tool tool) {
        Matcher page = PAGE.matcher(tool.out());
        assertTrue(page.find(), tool::toString);
        return page;
    }

    private Tool flood(String stream) throws IOException {
        return Tool.start(directory, "pub", stream, "--count", "1000m", "--rate", "5k", "--wait-subscriber", "1h");
    }

    private static String cell(String stream, int column) {
        return "return [...document.querySelectorAll('tr.stream')].find(row => row.cells[0].textContent === '" + stream
                + "')?.cells[" + column + "].textContent";
    }

    private static long count(String selector) {
        return (Long) browser.run("return document.querySelectorAll(\"" + selector + "\").length");
    }

    private static void awaitCount(String selector, int count) {
        browser.await("return document.querySelectorAll(\"" + selector + "\").length === " + count);
    }

    private static void awaitLive() {
        browser.awaitText("#state", text -> text.startsWith("Live"));
    }

    @Test
    void valuesMoveWithTheirLastHourAndASubscriberThatIsStoppedTurnsRedAndIsNamed()
            throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool quick = Tool.start(directory, "sub", "quotes");
                Tool slow = Tool.start(directory, "sub", "quotes", "--name", "risk");
                Tool typo = Tool.start(directory, "sub", "qoutes");
                Tool pub = flood("quotes");
                Tool web = Tool.start(directory, "web", "--listen", "0")) {
            web.awaitOut("READY ");
            while (!read(url(web) + "history").contains("\"stream\":\"quotes\",\"bytesPerSecond\":[")) {
                Tool.pause(); // No browser shows the page meanwhile; the test has a time limit.
            }
            browser.open(url(web));
            awaitLive();
            browser.awaitText(".tile:nth-child(2) .most", text -> text.matches("1 h: up to [1-9].*"));
            awaitCount(".tile path[d*=L]", 8);
            awaitCount("tr.stream", 2);
            browser.await(cell("quotes", 2) + " > '0'");
            browser.await(cell("quotes", 3) + " > '0'");
            browser.await(cell("quotes", 7) + ".startsWith('flowing')");
            awaitCount("#clients tbody tr", 5);
            assertEquals("No stream.", browser.text("#no-trouble"));
            browser.run("[...document.querySelectorAll('.unfold')]"
                    + ".find(button => button.textContent === 'quotes').click()");
            awaitCount(".subscriber", 2);
            assertEquals(3, count(".term"));
            assertEquals(2, count(".tail, .limit"));
            assertEquals(4, count(".details canvas"));
            browser.await("return document.querySelector('.charts [role=img]')?.ariaLabel"
                    + "?.match(/Bytes a second in the last hour: now [1-9].*, at most [1-9]/) !== null");

            slow.stop();
            String held = browser.awaitText("#trouble .verdict", text -> text.contains("stopped"));
            assertTrue(held.startsWith("held back by risk (client "), held);
            assertTrue(held.contains("pid " + slow.pid()), held);
            browser.awaitText("#trouble .verdict", text -> text.contains("since 20"));
            assertEquals("kill -CONT " + slow.pid(), browser.text("#trouble code"));
            browser.run("document.querySelector('#trouble .copy').click()");
            browser.awaitText("#trouble .copy", Set.of("Copied", "Selected")::contains);
            assertEquals("kill -CONT " + slow.pid(), browser.run("return getSelection().toString()"));
            assertNull(browser.run(cell("quotes", 0)), "a culprit stands in one place");
            assertEquals("risk", browser.awaitText(".log tr.is-alarm th", text -> !text.isEmpty()));
            assertEquals(4, count("#trouble canvas"), "still unfolded");
            browser.awaitText(".tile.is-alarm .figure", "1"::equals);
            assertEquals(
                    browser.run("return getComputedStyle(document.body).color"),
                    browser.run("return getComputedStyle(document.querySelector('.verdict p')).color"),
                    "red is an accent");
            assertTrue(browser.title().startsWith("1 held back"), browser.title());
            browser.await("return document.getElementById('clients').textContent.includes('suspect')");

            slow.resume();
            browser.awaitText("#no-trouble", "No stream."::equals);
            browser.await("return document.querySelector('.card .unfold') === null");
            browser.await(cell("quotes", 7) + ".startsWith('flowing')");
            assertEquals(List.of(), browser.console());
            assertTrue(driver.isAlive() && quick.isAlive() && typo.isAlive() && pub.isAlive() && web.isAlive());
        }
    }

    @Test
    void whatIsGoneIsToldAndWhatIsBackIsShown() throws IOException, InterruptedException {
        try (Tool web = web("0")) {
            browser.awaitText("#state", text -> text.startsWith("No driver: no directory of a media driver"));
            assertEquals("tailrace driver --dir " + directory.driver(), browser.text("#absence code"));
            try (Tool driver = Tool.driver(directory);
                    Tool sub = Tool.start(directory, "sub", "quotes")) {
                awaitLive();
                awaitCount("tr.stream", 1);
                driver.kill();
                browser.awaitText("#state", text -> text.startsWith("Stale: the driver is dead"));
                assertEquals(true, browser.run("return document.body.classList.contains('is-stale')"));
                assertEquals("tailrace driver --dir " + directory.driver(), browser.text("#absence code"));
                assertTrue(browser.text("#absence").contains("no other can connect"), browser.text("#absence"));
                assertTrue(sub.isAlive());
            }
            try (Tool next = Tool.driver(directory)) {
                awaitLive();
                next.stop();
                browser.awaitText("#state", text -> text.startsWith("Stale: the driver is suspect: silent for"));
                assertEquals("", browser.text("#absence code"), "another one could not start");
                next.resume();
                awaitLive();
                browser.await("return document.getElementById('absence').hidden");
                assertEquals(List.of(), browser.console());

                web.stop();
                browser.awaitText("#state", text -> text.startsWith("Connection lost at "));
                web.resume();
                awaitLive();
                String port = find(web).group(2);
                web.terminate();
                web.assertExit(ExitCode.OK);
                String lost = browser.awaitText("#state", text -> text.startsWith("Connection lost at "));
                assertTrue(lost.endsWith("the data shown is from then"), lost);
                try (Tool again = Tool.start(directory, "web", "--listen", "0.0.0.0:" + port, "--expose")) {
                    again.awaitErr("anyone who can reach 0.0.0.0:" + port + " can read the names");
                    awaitLive();
                }
            }
        }
    }

    /** The second one comes with a later update. */
    private void assertShowsErrors() throws IOException {
        for (String id : List.of("999998", "999999")) {
            Path bad = Files.createDirectories(directory.driver().resolve("clients/" + id));
            Files.writeString(bad.resolve("commands"), "nonsense");
            // A connecting client makes the driver check its clients.
            try (Tailrace client = Tailrace.connect(directory.driver())) {
                browser.awaitText("#errors tbody", text -> text.contains("FileFormatException") && text.contains(id));
                assertTrue(client.isDriverAlive());
            }
        }
    }

    @Test
    void hostileNamesAreText() throws IOException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tailrace tailrace = Tailrace.connect(directory.driver());
                Tool web = web("0")) {
            HOSTILE_NAMES.forEach(tailrace::addPublication);
            tailrace.addPublication("\u202Ereverse\u200B\\");
            awaitCount("tr.stream", HOSTILE_NAMES.size() + 1);
            filter("<IMG");
            assertEquals("1 of " + (HOSTILE_NAMES.size() + 1), browser.text("#shown"));
            filter("");
            browser.run("document.querySelectorAll('.unfold').forEach(button => button.click())");
            awaitCount(".strip", HOSTILE_NAMES.size() + 1);
            browser.setSize(390, 844);
            assertEquals(List.of(), browser.strings(OUTSIDE));
            browser.setSize(1280, 1000);
            assertEquals(List.of(), browser.strings(OUTSIDE));
            Set<String> names = new HashSet<>(browser.strings(
                    "return [...document.querySelectorAll('.unfold bdi')].map(name => name.textContent)"));
            assertTrue(names.containsAll(HOSTILE_NAMES), () -> "not all of them: " + names);
            assertTrue(names.contains("\\u{202e}reverse\\u{200b}\\\\"), () -> "not escaped: " + names);
            for (String name : HOSTILE_NAMES) {
                String history = read(url(web) + "history?stream=" + URLEncoder.encode(name, StandardCharsets.UTF_8));
                Run.assertHas(history, "\"bytesPerSecond\":[");
            }
            assertEquals("Tailrace", browser.title());
            assertEquals(0, count("main script, main img, main b"));
            assertEquals(
                    true,
                    browser.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
                    "a long name tears nothing");
            assertShowsErrors();
            assertEquals(List.of(), browser.console());
            browser.run("const script = document.createElement('script');"
                    + "try { script.textContent = \"document.title = 'owned'\"; document.body.append(script) }"
                    + " catch (refused) { }");
            assertEquals("Tailrace", browser.title(), "what another page could put in does not run");
            assertTrue(driver.isAlive() && web.isAlive());
        }
    }

    private static void filter(String text) {
        browser.run("const filter = document.getElementById('filter'); filter.value = '" + text + "';"
                + "filter.dispatchEvent(new Event('input'))");
    }

    private static String read(String address) throws IOException {
        try (InputStream in = URI.create(address).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void itCanBeReadOnAnyScreenAndByAScreenReader() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool slow = Tool.start(directory, "sub", "quotes", "--name", "risk");
                Tool typo = Tool.start(directory, "sub", "qoutes");
                Tool pub = flood("quotes");
                Tool other = flood("market-data.equities.consolidated.level2.with-a-name-that-is-long");
                LinkFile link = LinkFile.create(new DriverDirectory(directory.driver()), LINK, 0);
                Tool web = web("0")) {
            awaitCount(".unfold", 3);
            assertLinkHasACard(link);
            slow.stop();
            for (String look : List.of("1280", "1280-dark", "820", "390")) {
                browser.setDark(look.endsWith("dark"));
                browser.setSize(Integer.parseInt(look.replace("-dark", "")), 900);
                browser.open(url(web));
                awaitCount(".unfold", 3);
                browser.awaitText("#trouble .verdict", text -> text.contains("stopped") && text.contains("since"));
                browser.run("document.querySelectorAll('.unfold').forEach(button => button.click())");
                awaitCount(".strip", 2);
                assertCanBeRead();
                browser.screenshot(Path.of("target", "web-" + look + ".png"));
            }
            assertEquals(List.of(), browser.console());
            assertTrue(driver.isAlive() && typo.isAlive() && pub.isAlive() && other.isAlive());
            slow.resume();
        } finally {
            browser.setDark(false);
            browser.setSize(1280, 1000);
        }
    }

    /** The link is held, and stays so. */
    private static void assertLinkHasACard(LinkFile link) {
        link.peer("beta", "1.2.3");
        link.state(State.UP);
        browser.awaitText("#links .card:not(.is-alarm) .verdict", "up"::equals);
        link.beat(0, new Figures(3, 123_456_789, 4_000, 12_288, 3_100_000, 412_000, 17, 4096));
        link.heldBy("audit");
        link.state(State.HELD);
        browser.awaitText("#links .card.is-alarm .verdict", text -> text.startsWith("held: it is held back by audit"));
        assertEquals("bridge/<b> \u2192 beta", browser.text("#links .card h3"));
        assertEquals("tailrace doctor # on beta", browser.text("#links .card.is-alarm code"));
        assertEquals(
                "3 logs · lag 12K, 3.1 ms · round trip 0.41 ms · 118M sent · 17 retransmitted · 4K lost",
                browser.text("#links .card.is-alarm .note"));
    }

    /** Nothing extends beyond the page, no word is broken over two lines, and what is no text has a name. */
    private static void assertCanBeRead() {
        assertEquals(List.of(), browser.strings(OUTSIDE));
        assertEquals(List.of(), browser.strings(BROKEN));
        assertEquals(
                true,
                browser.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"));
        double contrast = browser.number(CONTRAST);
        assertTrue(contrast >= 4.5, () -> "contrast=" + contrast);
        for (String what : List.of(
                "('svg:not([aria-hidden]), [role=img], input')].filter(picture => !picture.getAttribute('aria-label'))",
                "('button')].filter(button => button.checkVisibility() && button.textContent === '')",
                // Each part that scrolls can be reached.
                "('*')].filter(element => getComputedStyle(element).overflowX === 'auto'"
                        + " && element.localName !== 'pre' && element.tabIndex < 0)")) {
            assertEquals(0L, browser.run("return [...document.querySelectorAll" + what + ".length"), what);
        }
    }

    /** A headless Chromium. */
    private static final class Browser implements AutoCloseable {
        private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
        private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
        private static final Duration LIMIT = Duration.ofSeconds(60);

        /** It warns of a protocol that is not used here. A logger lives only as long as it is referenced. */
        private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

        private final ChromeDriver driver;

        /** Starts the browser, or skips the test if there is none. The browser keeps its files in the directory. */
        Browser(Path directory) throws IOException {
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

        void open(String address) {
            driver.get(address);
        }

        String title() {
            return driver.getTitle();
        }

        /** {@return the visible text in the first matching element} */
        String text(String selector) {
            return driver.findElement(By.cssSelector(selector)).getText();
        }

        /** Waits until the text in a matching element is as wanted. */
        String awaitText(String selector, Predicate<String> wanted) {
            return new WebDriverWait(driver, LIMIT, Duration.ofMillis(100))
                    .ignoring(StaleElementReferenceException.class)
                    .withMessage(() -> "not as wanted: " + selector + ": " + text(selector))
                    .until(any -> {
                        String text = text(selector);
                        return wanted.test(text) ? text : null;
                    });
        }

        /** Waits until a script returns true. */
        void await(String script) {
            new WebDriverWait(driver, LIMIT, Duration.ofMillis(100))
                    .withMessage(() -> "not true: " + script)
                    .until(any -> Boolean.TRUE.equals(run(script)));
        }

        /** {@return the result of a script} */
        Object run(String script) {
            return driver.executeScript(script);
        }

        /** {@return the strings that a script returns} */
        @SuppressWarnings("unchecked") // The script must return strings.
        List<String> strings(String script) {
            return (List<String>) run(script);
        }

        /** {@return the number that a script returns} */
        double number(String script) {
            return ((Number) run(script)).doubleValue();
        }

        void setDark(boolean isDark) {
            Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light");
            driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
        }

        /** Sets the size of the window, such as that of a phone. */
        void setSize(int width, int height) {
            Map<String, Object> size =
                    Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500);
            driver.executeCdpCommand("Emulation.setDeviceMetricsOverride", size);
        }

        /** {@return the console messages since the last call} */
        List<String> console() {
            return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                    .map(LogEntry::toString)
                    .toList();
        }

        void screenshot(Path file) throws IOException {
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        }

        @Override
        public void close() {
            driver.quit();
        }
    }
}
