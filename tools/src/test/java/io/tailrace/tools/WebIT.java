/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.LinkFile;
import io.tailrace.control.LinkFile.Figures;
import io.tailrace.control.LinkFile.Identity;
import io.tailrace.control.LinkFile.Kind;
import io.tailrace.control.LinkFile.State;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The live page in a browser, with processes that live, stop and die. */
@Tag("browser")
@Isolated // It measures time.
@Timeout(400) // Chromium may have to be installed.
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
            "__proto__",
            "'\"",
            "\uD83D\uDE00 e\u0301\u0301\u0301",
            "\u05D0\u05D1 \u0627\u0644",
            "W".repeat(255));

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
        return Tool.start(directory, "pub", stream, "--count", "1000m", "--rate", "5k");
    }

    private static String cell(String stream, int column) {
        return "return [...document.querySelectorAll('tr.stream')].find(row => row.cells[0].textContent === '" + stream
                + "')?.cells[" + column + "].textContent ?? ''";
    }

    /** Requires that nothing extends beyond the page, and that no word is broken over two lines. */
    private static void assertNothingIsOutsideOrBroken() {
        assertEquals(List.of(), browser.strings(OUTSIDE));
        assertEquals(List.of(), browser.strings(BROKEN));
        assertEquals(
                true,
                browser.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"));
    }

    private static void awaitLive() {
        browser.awaitText("#state", text -> text.startsWith("Live"));
    }

    @Test
    void valuesMoveAndASubscriberThatIsStoppedTurnsRedAndIsNamed() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool quick = Tool.start(directory, "sub", "quotes");
                Tool slow = Tool.start(directory, "sub", "quotes", "--name", "risk");
                Tool typo = Tool.start(directory, "sub", "qoutes");
                Tool pub = flood("quotes");
                Tool web = web("0")) {
            awaitLive();
            browser.await("return document.querySelectorAll('tr.stream').length === 2");
            browser.await(cell("quotes", 2).replace("?? ''", "> '0'"));
            browser.await(cell("quotes", 3).replace("?? ''", "> '0'"));
            browser.await(cell("quotes", 7).replace("?? ''", ".startsWith('flowing')"));
            browser.await("return document.querySelectorAll('#clients tbody tr').length === 5");
            assertEquals("No stream.", browser.text("#no-trouble"));
            browser.run("[...document.querySelectorAll('.unfold')]"
                    + ".find(button => button.textContent === 'quotes').click()");
            browser.await("return document.querySelectorAll('.subscriber').length === 2");
            assertEquals(3L, browser.run("return document.querySelectorAll('.term').length"));
            assertEquals(2L, browser.run("return document.querySelectorAll('.tail, .limit').length"));
            assertEquals(4L, browser.run("return document.querySelectorAll('.details canvas').length"));

            slow.stop();
            String held = browser.awaitText("#trouble .verdict", text -> text.contains("stopped"));
            assertTrue(held.startsWith("held back by risk (client "), held);
            assertTrue(held.contains("pid " + slow.pid()), held);
            browser.awaitText("#trouble .verdict", text -> text.contains("since 20"));
            assertEquals("kill -CONT " + slow.pid(), browser.text("#trouble code"));
            browser.run("document.querySelector('#trouble .copy').click()");
            browser.awaitText("#trouble .copy", Set.of("Copied", "Selected")::contains);
            assertEquals("kill -CONT " + slow.pid(), browser.run("return getSelection().toString()"));
            assertEquals("", browser.run(cell("quotes", 0)), "a culprit stands in one place");
            assertEquals("risk", browser.awaitText(".log tr.is-alarm th", text -> !text.isEmpty()));
            assertEquals(
                    4L, browser.run("return document.querySelectorAll('#trouble canvas').length"), "still unfolded");
            browser.awaitText(".tile.is-alarm .figure", "1"::equals);
            assertEquals(
                    browser.run("return getComputedStyle(document.body).color"),
                    browser.run("return getComputedStyle(document.querySelector('.verdict p')).color"),
                    "red is an accent");
            assertTrue(browser.title().startsWith("1 held back"), browser.title());
            browser.await("return document.getElementById('clients').textContent.includes('suspect')");

            slow.signal("CONT");
            browser.awaitText("#no-trouble", "No stream."::equals);
            browser.await("return document.querySelector('.card .unfold') === null");
            browser.await(cell("quotes", 7).replace("?? ''", ".startsWith('flowing')"));
            assertEquals(List.of(), browser.console());
            assertTrue(driver.isAlive() && quick.isAlive() && typo.isAlive() && pub.isAlive() && web.isAlive());
        }
    }

    @Test
    void aDriverThatIsKilledIsStaleWithinThreeSecondsAndTheNextOneIsShown() throws IOException, InterruptedException {
        try (Tool web = web("0")) {
            browser.awaitText("#state", text -> text.startsWith("No driver: no directory of a media driver"));
            assertEquals("tailrace driver --dir " + directory.driver(), browser.text("#absence code"));
            try (Tool driver = Tool.driver(directory);
                    Tool sub = Tool.start(directory, "sub", "quotes")) {
                awaitLive();
                browser.await("return document.querySelectorAll('tr.stream').length === 1");
                long killNs = System.nanoTime();
                driver.signal("KILL");
                browser.awaitText("#state", text -> text.startsWith("Stale: the driver is dead"));
                double seconds = (System.nanoTime() - killNs) / 1e9;
                System.out.printf(Locale.ROOT, "a killed driver is shown as stale after %.1f s%n", seconds);
                assertTrue(seconds < 3, () -> "seconds=" + seconds);
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
                next.signal("CONT");
                awaitLive();
                browser.await("return document.getElementById('absence').hidden");
            }
            assertEquals(List.of(), browser.console());
            assertTrue(web.isAlive());
        }
    }

    @Test
    void aPageThatIsGoneIsToldAndOneThatIsBackIsShown() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory)) {
            String port;
            try (Tool web = web("0")) {
                awaitLive();
                port = find(web).group(2);
                web.stop();
                browser.awaitText("#state", text -> text.startsWith("Connection lost at "));
                web.signal("CONT");
                awaitLive();
                long startNs = System.nanoTime();
                web.terminate();
                web.assertExit(ExitCode.OK);
                double seconds = (System.nanoTime() - startNs) / 1e9;
                assertTrue(seconds < 3, () -> "ends at once: seconds=" + seconds);
                String lost = browser.awaitText("#state", text -> text.startsWith("Connection lost at "));
                assertTrue(lost.endsWith("the data shown is from then"), lost);
            }
            try (Tool web = Tool.start(directory, "web", "--listen", port)) {
                web.awaitOut("READY ");
                awaitLive();
            }
            assertTrue(driver.isAlive());
        }
    }

    @Test
    void aDriverServesThePageItself() throws IOException {
        try (Tool driver = Tool.driver(directory, "--web=0")) {
            driver.awaitOut("page: ");
            browser.open(url(driver));
            awaitLive();
            Path bad = Files.createDirectories(directory.driver().resolve("clients/999999"));
            Files.writeString(bad.resolve("commands"), "nonsense");
            // A connecting client makes the driver check its clients.
            try (Tool sub = Tool.start(directory, "sub", "quotes")) {
                String error = browser.awaitText("#errors tbody", text -> text.contains("FileFormatException"));
                assertTrue(error.startsWith("driver "), error);
                assertTrue(sub.isAlive());
            }
            String port = find(driver).group(2);
            try (Tool other = Tool.run(
                    new ToolDirectory(Files.createDirectory(directory.path().resolve("other"))),
                    "driver",
                    "--web=" + port)) {
                other.assertFails(ExitCode.IN_USE, "in use", "127.0.0.1:" + port);
            }
            try (Tool other = Tool.run(directory, "web", "--listen", port)) {
                other.assertFails(ExitCode.IN_USE, "in use", "127.0.0.1:" + port);
            }
            driver.terminate();
            driver.assertExit(ExitCode.OK);
        }
    }

    @Test
    void eachLinkHasACard() throws IOException {
        Identity sender = new Identity(Kind.SEND, "bridge/<b>", "10.0.0.2:9000", "alpha", "quotes");
        Identity receiver = new Identity(Kind.RECEIVE, "bridge/gamma/feed", "10.0.0.1:9000", "alpha", "trades");
        try (Tool driver = Tool.driver(directory);
                LinkFile held = LinkFile.create(new DriverDirectory(directory.driver()), sender, 0);
                LinkFile up = LinkFile.create(new DriverDirectory(directory.driver()), receiver, 0);
                Tool web = web("0")) {
            held.peer("beta", "1.2.3");
            held.beat(0, new Figures(3, 123_456_789, 4_000, 12_288, 3_100_000, 412_000, 17, 4096));
            held.heldBy("audit");
            held.state(State.HELD);
            up.peer("gamma", "1.2.3");
            up.state(State.UP);
            browser.await("return document.querySelectorAll('#links .card').length === 2");
            browser.awaitText("#links .card h3", "bridge/<b> \u2192 beta"::equals);
            browser.awaitText(
                    "#links .card.is-alarm .verdict", text -> text.startsWith("held: it is held back by audit"));
            assertEquals("tailrace doctor # on beta", browser.text("#links .card.is-alarm code"));
            assertEquals(
                    "3 logs · lag 12K, 3.1 ms · round trip 0.41 ms · 118M sent · 17 retransmitted · 4K lost",
                    browser.text("#links .card.is-alarm .note"));
            assertEquals("up", browser.text("#links .card:not(.is-alarm) .verdict"));
            browser.setSize(390, 844);
            assertNothingIsOutsideOrBroken();
            browser.setSize(1280, 1000);

            held.heldBy("");
            held.state(State.UP);
            browser.await("return document.querySelector('#links .is-alarm') === null");
            assertEquals(List.of(), browser.console());
            assertTrue(driver.isAlive() && web.isAlive());
        }
    }

    @Test
    void whoAsksForItIsExposed() throws IOException {
        try (Tool web = Tool.start(directory, "web", "--listen", "0.0.0.0:0", "--expose")) {
            web.awaitOut("READY ");
            assertTrue(web.err().contains("anyone who can reach 0.0.0.0:0 can read the names"), web::toString);
        }
    }

    @Test
    void hostileNamesAreText() throws IOException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tailrace tailrace = connect();
                Tool web = web("0")) {
            HOSTILE_NAMES.forEach(tailrace::addPublication);
            tailrace.addPublication("\u202Ereverse\u200B\\");
            browser.await("return document.querySelectorAll('tr.stream').length === " + (HOSTILE_NAMES.size() + 1));
            browser.run("document.querySelectorAll('.unfold').forEach(button => button.click())");
            browser.await("return document.querySelectorAll('.strip').length === " + (HOSTILE_NAMES.size() + 1));
            browser.setSize(390, 844);
            assertEquals(List.of(), browser.strings(OUTSIDE));
            browser.setSize(1280, 1000);
            assertEquals(List.of(), browser.strings(OUTSIDE));
            Set<String> names = new HashSet<>(browser.strings(
                    "return [...document.querySelectorAll('.unfold bdi')].map(name => name.textContent)"));
            assertTrue(names.containsAll(HOSTILE_NAMES), () -> "not all of them: " + names);
            assertTrue(names.contains("\\u{202e}reverse\\u{200b}\\\\"), () -> "not escaped: " + names);
            assertEquals("Tailrace", browser.title());
            assertEquals(0L, browser.run("return document.querySelectorAll('main script, main img, main b').length"));
            assertEquals(
                    true,
                    browser.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
                    "a long name tears nothing");
            assertEquals(List.of(), browser.console());
            browser.run("const script = document.createElement('script');"
                    + "try { script.textContent = \"document.title = 'owned'\"; document.body.append(script) }"
                    + " catch (refused) { }");
            assertEquals("Tailrace", browser.title(), "what another page could put in does not run");
            assertTrue(driver.isAlive() && web.isAlive());
        }
    }

    private Tailrace connect() {
        return Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(directory.driver()));
    }

    @Test
    void aThousandStreamsStayUsable() throws IOException, InterruptedException {
        int count = 1000;
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tailrace tailrace = connect();
                Tool web = web("0")) {
            List<Publication> publications = IntStream.range(0, count)
                    .mapToObj(i -> tailrace.addPublication(String.format("md.%04d", i)))
                    .toList();
            for (int i = 0; i < count; i += 2) {
                tailrace.addSubscription(String.format("md.%04d", i));
            }
            browser.await("return document.querySelectorAll('tr.stream').length === " + count);
            browser.run("""
                    window.scriptMs = []; window.gapMs = [];
                    new PerformanceObserver(list => list.getEntries().forEach(entry => scriptMs.push(entry.duration)))
                        .observe({type: "measure"});
                    let last = performance.now();
                    const frame = now => { gapMs.push(now - last); last = now; requestAnimationFrame(frame); };
                    requestAnimationFrame(frame);
                    """);
            MappedBuffer message = MappedBuffer.allocate(100);
            long cpuNs = web.cpuNs();
            long startNs = System.nanoTime();
            while (browser.number("return scriptMs.length") < 6) {
                publications.forEach(publication -> publication.offer(message, 0, 100));
                Thread.sleep(100);
            }
            double cpuPercent = 100.0 * (web.cpuNs() - cpuNs) / (System.nanoTime() - startNs);
            double scriptMs = browser.number("return scriptMs.sort((a, b) => a - b)[scriptMs.length >> 1]");
            double gapMs = browser.number("return Math.max(...gapMs.slice(2))");
            System.out.printf(
                    Locale.ROOT,
                    "%d streams: %.1f ms of script an update, longest frame %.0f ms, server %.1f %% of a core%n",
                    count,
                    scriptMs,
                    gapMs,
                    cpuPercent);
            assertTrue(scriptMs < 300, () -> "scriptMs=" + scriptMs);
            assertTrue(gapMs < 3000, () -> "gapMs=" + gapMs);
            browser.run("const filter = document.getElementById('filter'); filter.value = 'MD.019';"
                    + "filter.dispatchEvent(new Event('input'))");
            assertEquals("10 of " + count, browser.text("#shown"));
            browser.run("document.querySelector('.unfold').click()");
            browser.await("return document.querySelectorAll('.strip').length === 1");
            assertFalse(browser.text("tr.stream td:nth-child(4)").isEmpty());
            assertEquals(List.of(), browser.console());
            leave();
            cpuNs = web.cpuNs();
            startNs = System.nanoTime();
            Thread.sleep(4_000); // Long enough to see what it takes when nobody looks.
            double idlePercent = 100.0 * (web.cpuNs() - cpuNs) / (System.nanoTime() - startNs);
            System.out.printf(Locale.ROOT, "%d streams, nobody looks: server %.2f %% of a core%n", count, idlePercent);
            assertTrue(idlePercent < cpuPercent, () -> "idlePercent=" + idlePercent);
            assertTrue(driver.isAlive() && web.isAlive());
        }
    }

    @Test
    void theLastHourIsThereWhenThePageOpens() throws IOException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = flood("quotes");
                Tool web = Tool.start(directory, "web", "--listen", "0")) {
            web.awaitOut("READY ");
            while (!read(url(web) + "history").contains("\"stream\":\"quotes\",\"bytesPerSecond\":[")) {
                Tool.pause(); // No browser shows the page meanwhile; the test has a time limit.
            }
            browser.open(url(web));
            awaitLive();
            browser.awaitText(".tile:nth-child(2) .most", text -> text.matches("1 h: up to [1-9].*"));
            browser.await("return document.querySelectorAll('.tile path[d*=L]').length === 8");
            browser.run("document.querySelector('.unfold').click()");
            browser.await("return document.querySelector('.charts [role=img]')?.ariaLabel"
                    + "?.match(/Bytes a second in the last hour: now [1-9].*, at most [1-9]/) !== null");
            assertTrue(driver.isAlive() && sub.isAlive() && pub.isAlive());
        }
    }

    private static String read(String address) throws IOException {
        try (InputStream in = URI.create(address).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource({"1280, false", "1280, true", "820, false", "820, true", "390, false", "390, true"})
    void itCanBeReadOnAnyScreenAndByAScreenReader(int width, boolean isDark) throws IOException, InterruptedException {
        browser.setDark(isDark);
        browser.setSize(width, 900);
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool slow = Tool.start(directory, "sub", "quotes", "--name", "risk");
                Tool typo = Tool.start(directory, "sub", "qoutes");
                Tool pub = flood("quotes");
                Tool other = flood("market-data.equities.consolidated.level2.with-a-name-that-is-long");
                Tool web = web("0")) {
            browser.await("return document.querySelectorAll('.unfold').length === 3");
            slow.stop();
            browser.awaitText("#trouble .verdict", text -> text.contains("stopped") && text.contains("since"));
            browser.run("document.querySelectorAll('.unfold').forEach(button => button.click())");
            browser.await("return document.querySelectorAll('.strip').length === 2");
            assertNothingIsOutsideOrBroken();
            browser.screenshot(Path.of("target", "web-" + width + (isDark ? "-dark.png" : ".png")));
            double contrast = browser.number(CONTRAST);
            assertTrue(contrast >= 4.5, () -> "contrast=" + contrast);
            assertEquals(
                    0L,
                    browser.run("return [...document.querySelectorAll('svg:not([aria-hidden]), [role=img], input')]"
                            + ".filter(picture => !picture.getAttribute('aria-label')).length"));
            assertEquals(
                    0L,
                    browser.run("return [...document.querySelectorAll('button')]"
                            + ".filter(button => button.checkVisibility() && button.textContent === '').length"));
            assertEquals(
                    0L,
                    browser.run("return [...document.querySelectorAll('*')].filter(element =>"
                            + " getComputedStyle(element).overflowX === 'auto' && element.localName !== 'pre'"
                            + " && element.tabIndex < 0).length"),
                    "what scrolls can be reached");
            assertEquals(List.of(), browser.console());
            assertTrue(driver.isAlive() && typo.isAlive() && pub.isAlive() && other.isAlive() && web.isAlive());
            slow.signal("CONT");
        } finally {
            browser.setDark(false);
            browser.setSize(1280, 1000);
        }
    }
}
