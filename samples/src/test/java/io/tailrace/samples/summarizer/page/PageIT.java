/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.browser.Browser;
import io.tailrace.samples.summarizer.live.ProcessFigures;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a browser. */
@Timeout(400) // Chromium may have to be installed.
class PageIT {
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
            return Math.min(...[...document.querySelectorAll("h1, h2, h3, p, th, td")]
                .filter(element => element.checkVisibility())
                .map(element => [light(getComputedStyle(element).color), light(ground(element))])
                .map(([a, b]) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)));
            """;

    @TempDir
    static Path directory;

    private static Browser browser;

    private final FakeLive live = new FakeLive();
    private PageServer server;

    @BeforeAll
    static void startBrowser() throws Exception {
        browser = new Browser(directory);
    }

    @AfterAll
    static void endBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        server = PageServer.start(0, live);
        browser.open(server.address().toString());
        browser.awaitText("#state", text -> text.startsWith("Slowest"));
        browser.awaitText("#summaries", text -> text.contains("traffic"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void valuesMove() {
        assertEquals("run <4711>", browser.text("#stages tr:nth-child(2) td:nth-child(2)"));
        assertEquals("1,000", browser.text("#stages tr:nth-child(2) td:nth-child(3)"));
        assertEquals("2,000", browser.text("#stages tr:nth-child(2) td:nth-child(4)"));
        assertEquals("100 %", browser.text("#stages tr:nth-child(2) .fill"));
        live.rate = 1_234_567;
        live.parseFill = 0.5;
        browser.awaitText("#stages tr:nth-child(2) td:nth-child(3)", "1,234,567"::equals);
        assertEquals("50 %", browser.text("#stages tr:nth-child(2) .fill"));
        assertEquals("BROKEN_JSON 1,234,567", browser.text("#rejects"));
        assertEquals(List.of(), browser.console());
    }

    @Test
    void theSlowestStageIsNamed() {
        assertEquals("Slowest stage: parse-v1", browser.text("#state"));
        assertEquals(List.of("parse-v1"), slowestRows());
        live.parseFill = 0.3;
        browser.awaitText("#state", "Slowest stage: ingest"::equals);
        assertEquals(List.of("ingest"), slowestRows());
        live.state = ProcessFigures.State.ENDED;
        browser.awaitText("#state", "Done"::equals);
        assertEquals(List.of(), slowestRows());
        assertEquals(List.of(), browser.console());
    }

    private static List<String> slowestRows() {
        return browser.strings("return [...document.querySelectorAll('.is-slowest th')].map(cell => cell.textContent)");
    }

    @Test
    void hostileNamesAreText() {
        Set<String> names = new HashSet<>(browser.strings(
                "return [...document.querySelectorAll('#summaries th bdi')].map(name => name.textContent)"));
        assertTrue(names.containsAll(FakeLive.HOSTILE_NAMES), () -> "not all of them: " + names);
        assertEquals("Summarizer", browser.title());
        assertEquals(0L, browser.run("return document.querySelectorAll('main script, main img, main b').length"));
        assertEquals(6L, browser.run("return document.querySelectorAll('#summaries > section').length"));
        assertEquals(List.of(), browser.console());
    }

    @Test
    void longNamesTearNothing() {
        assertEquals(
                true,
                browser.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"));
        assertEquals(
                true,
                browser.run("return [...document.querySelectorAll('.summary')]"
                        + ".every(summary => summary.scrollWidth <= summary.clientWidth)"));
    }

    @Test
    void whatAnotherPageCouldPutInDoesNotRun() {
        browser.run("const script = document.createElement('script');"
                + "script.textContent = \"document.title = 'owned'\"; document.body.append(script)");
        assertEquals("Summarizer", browser.title());
        assertTrue(browser.console().toString().contains("Content Security Policy"));
    }

    @Test
    void aServerThatIsGoneIsToldAndOneThatIsBackIsShown() throws Exception {
        int port = server.address().getPort();
        server.close();
        String lost = browser.awaitText("#state", text -> text.startsWith("Not heard of since "));
        browser.awaitText("#summaries-note", text -> text.startsWith("Not heard of since "));
        assertEquals(lost, browser.text("#state"), "since when does not change");
        server = PageServer.start(port, live);
        browser.awaitText("#state", "Slowest stage: parse-v1"::equals);
        browser.awaitText("#summaries-note", String::isEmpty);
        browser.console(); // It tells each request that has failed.
    }

    @Test
    void summariesThatDoNotComeHoldNoFiguresUp() {
        live.summaries = () -> {
            throw new TimeoutException("no answer in time: stage=summarize-v1-1");
        };
        browser.awaitText("#summaries-note", text -> text.endsWith("stage=summarize-v1-1"));
        live.rate = 77;
        browser.awaitText("#stages tr:nth-child(2) td:nth-child(3)", "77"::equals);
        assertFalse(browser.text("#state").startsWith("Not"));
        browser.console();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itCanBeReadInLightAndDark(boolean isDark) {
        live.parseFill = 1;
        browser.setDark(isDark);
        double contrast = ((Number) browser.run(CONTRAST)).doubleValue();
        assertTrue(contrast >= 4.5, () -> "contrast " + contrast);
    }

    @Test
    void itCanBeReadAloudAndUsedByKeyboard() {
        assertEquals("en", browser.run("return document.documentElement.lang"));
        assertEquals("status", browser.run("return document.getElementById('state').role"));
        assertEquals(
                0L,
                browser.run("return [...document.querySelectorAll('table')].flatMap(table => [...table.rows])"
                        + ".filter(row => ![...row.cells].some(cell => cell.scope)).length"),
                "each row has a header");
        assertEquals(0L, browser.run("return document.querySelectorAll('progress:not([aria-label])').length"));
        assertEquals(
                0L,
                browser.run("return [...document.querySelectorAll('*')].filter(element =>"
                        + " getComputedStyle(element).overflowX === 'auto' && element.tabIndex < 0).length"),
                "what scrolls can be reached");
    }
}
