/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Selection of frames by their content. */
class DumpFilterTest {
    @TempDir
    private Path directory;

    private TestLog log;

    @BeforeEach
    void publish() {
        log = new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
        for (int i = 0; i < 20; i++) {
            log.publish((i % 2 == 0 ? "EURUSD " : "GBPUSD ") + i);
        }
    }

    private List<String> payloads(String... options) {
        List<String> arguments = new ArrayList<>(List.of("--dir", directory.toString(), "quotes"));
        arguments.addAll(List.of(options));
        DumpRun run = DumpRun.of(arguments.toArray(String[]::new));
        assertEquals(0, run.exitCode(), run.error());
        return run.frames().stream()
                .map(line -> line.substring(line.indexOf('"')).replace("\"", ""))
                .toList();
    }

    @Test
    void messagesThatContainAText() {
        assertEquals(10, payloads("--grep", "EUR").size(), "all of them, not the last ten frames");
        assertEquals(List.of("GBPUSD 1", "GBPUSD 3"), payloads("--grep", "GBP", "-n", "2"));
        assertEquals(List.of("GBPUSD 17", "GBPUSD 19"), payloads("--grep", "GBP", "--tail=2"));
        assertEquals(List.of("EURUSD 18"), payloads("--grep", "18"));
        assertEquals(List.of(), payloads("--grep", "JPY"));
        assertEquals(List.of(), payloads("--grep", "EURUSD 18 and more"));
    }

    @Test
    void theTextMayBeBehindWhatIsShown() {
        log.publish("x".repeat(5000) + "needle");
        assertEquals(List.of("x".repeat(64) + "…"), payloads("--grep", "needle"));
        assertEquals(List.of("x".repeat(64) + "…"), payloads("--regex", "x+needle$", "--tail=5"));
        log.publish("grün");
        assertEquals(List.of("grün"), payloads("--grep", "ü"));
    }

    @Test
    void messagesInWhichAnExpressionIsFound() {
        assertEquals(List.of("EURUSD 8", "EURUSD 18"), payloads("--regex", "(?i)^eur.*8"));
        assertEquals(List.of("EURUSD 18"), payloads("--regex", "^EUR.*8", "--grep", "18"), "both at once");
        log.publish("a\nb");
        assertEquals(List.of("a\\nb"), payloads("--regex", "a.b"));
    }

    @Test
    void framesOfOnePublisher() {
        int slot = log.kept().addPublisher(99, TestLog.PUBLISHING_CLIENT, TestLog.PUBLISHING_PID);
        ConcurrentAppender other = new ConcurrentAppender(log.buffers(), slot);
        byte[] text = "other".getBytes(StandardCharsets.UTF_8);
        other.offer(MappedBuffer.of(text), 0, text.length);
        log.publish("first again");
        assertEquals(1, slot);
        assertEquals(List.of("other"), payloads("--publisher", "1"));
        assertEquals(21, payloads("--publisher", "0").size());
        assertEquals(List.of(), payloads("--publisher", "2"));
    }

    @Test
    void theTotalIsOfWhatIsListed() {
        DumpRun run = DumpRun.of(directory, "quotes", "--grep", "EURUSD 1");
        assertEquals("5 frames, 45 bytes, 0 pads, 0 uncommitted", run.lastLine());
    }

    @Test
    void damageIsNeverHidden() {
        log.plant(16, FrameLayout.header(3, FrameLayout.TYPE_DATA, 0));
        DumpRun run = DumpRun.of(directory, "quotes", "--grep", "EURUSD 4", "--publisher", "0");
        assertEquals(65, run.exitCode());
        assertEquals(2, run.frames().size(), run.out());
        assertTrue(run.frames().get(0).contains("CORRUPT"), run.out());
    }

    @Test
    void wrongUsage() {
        assertFails("not a regular expression", "--regex", "(");
        assertFails("no such slot of a publisher", "--publisher", "64");
        assertFails("not a count", "--publisher", "x");
        assertFails("leave out that or --follow", "--verify", "--follow");
        assertFails("leave out that or --histogram", "--verify", "--histogram");
        assertFails("leave out that or --follow", "--histogram", "-f");
        assertFails("leave out that or --json", "--strip", "--json");
        assertFails("leave out that or --sbe", "--headers", "--sbe", "x");
    }

    @Test
    void anExpressionThatTakesTooMuchStackIsTold() {
        log.publish("ab".repeat(4000));
        DumpRun run = DumpRun.of(directory, "quotes", "--regex", "^(a|b)*c");
        if (run.exitCode() != 0) { // Whether it fails depends on the stack and the compiler.
            assertEquals(64, run.exitCode());
            assertTrue(run.error().contains("--regex takes too much stack"), run.error());
        }
    }

    private void assertFails(String text, String... options) {
        List<String> arguments = new ArrayList<>(List.of("--dir", directory.toString(), "quotes"));
        arguments.addAll(List.of(options));
        DumpRun run = DumpRun.of(arguments.toArray(String[]::new));
        assertEquals(64, run.exitCode(), run.toString());
        assertTrue(run.error().contains(text), run.error());
    }
}
