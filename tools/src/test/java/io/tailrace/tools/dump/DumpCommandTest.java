/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogFiles;
import io.tailrace.log.publish.Appender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpCommandTest {
    private static final int T = TestLog.TERM_LENGTH;

    @TempDir
    private Path directory;

    private TestLog concurrentLog() {
        return new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
    }

    @Test
    void listsMessagesWithTheirPlacesAndPayloads() {
        TestLog log = concurrentLog();
        log.publish("hello");
        log.publish("");
        DumpRun run = DumpRun.of(directory, "quotes");
        assertEquals(0, run.exitCode(), run.error());
        assertEquals(
                List.of(
                        "               0     0           0  DATA            13  \"hello\"",
                        "              16     0          16  DATA             8  \"\""),
                run.frames());
        assertEquals("2 frames, 5 bytes, 0 pads, 0 uncommitted", run.lastLine());
    }

    @Test
    void tellsConstantsPositionsPublishersAndLag() {
        TestLog log = concurrentLog();
        log.publish("read");
        log.consume();
        log.publish("not read");
        List<String> lines = DumpRun.of(directory, "quotes", "-n", "0").lines();
        assertEquals("log 17  stream \"quotes\"  concurrent  " + log.directory(), lines.get(0));
        assertEquals("  term length 65536  window 32768  reserve 65536  longest message 8184", lines.get(1));
        assertEquals("  tail 32  limit 32784  clean 0  cleaning target 0  join 0  end -", lines.get(2));
        assertEquals("  publisher 0  registration 12  client 951  pid 811", lines.get(6));
        assertEquals(
                "  subscriber 0  registration 14  client 952  pid 812  joined 0  position 16  lag 16  policy block",
                lines.get(7));
        assertEquals("  furthest behind: subscriber 0, client 952, pid 812, by 16 bytes", lines.get(8));
        assertEquals(9, lines.size());
    }

    @Test
    void tellsStateAndFillOfEachTerm() {
        TestLog log = concurrentLog();
        log.turnTo(4L * T + 10_000, 1016);
        long clean = log.meta().cleanPositionAcquire();
        List<String> lines = DumpRun.of(directory, "quotes", "-n", "0").lines();
        long dirty = 4L * T - clean;
        assertTrue(dirty > 0 && dirty < T, "clean=" + clean);
        assertEquals(String.format("  term 0  DIRTY   %10d bytes  %3d %%", dirty, dirty * 100 / T), lines.get(3));
        assertEquals(
                String.format(
                        "  term 1  ACTIVE  %10d bytes  %3d %%", log.tail() - 4L * T, (log.tail() - 4L * T) * 100 / T),
                lines.get(4));
        assertEquals(String.format("  term 2  CLEAN   %10d bytes  %3d %%", 0, 0), lines.get(5));
    }

    @Test
    void aNewLogHasAnActiveTermAndTwoCleanOnes() {
        concurrentLog();
        List<String> lines = DumpRun.of(directory, "quotes").lines();
        assertTrue(lines.get(3).startsWith("  term 0  ACTIVE "));
        assertTrue(lines.get(4).startsWith("  term 1  CLEAN "));
        assertTrue(lines.get(5).startsWith("  term 2  CLEAN "));
        assertEquals("0 frames, 0 bytes, 0 pads, 0 uncommitted", lines.get(lines.size() - 1));
    }

    @Test
    void beginsAtTheOldestFrameThatIsStillThere() {
        TestLog log = concurrentLog();
        log.turnTo(5L * T, 100);
        DumpRun run = DumpRun.of(directory, "quotes", "--from", "0");
        String oldest = run.frames().get(0).strip();
        assertTrue(oldest.startsWith(log.meta().cleaningTargetAcquire() + " "), oldest);
    }

    @Test
    void listsTheLastTenFramesUnlessTold() {
        TestLog log = concurrentLog();
        for (int i = 0; i < 30; i++) {
            log.publish("message " + i);
        }
        assertPayloads(20, 30, DumpRun.of(directory, "quotes"));
        assertPayloads(20, 30, DumpRun.of(directory, "--tail", "quotes"));
        assertPayloads(20, 30, DumpRun.of(directory, "quotes", "--tail"));
        assertPayloads(27, 30, DumpRun.of(directory, "--tail", "3", "quotes"));
        assertPayloads(27, 30, DumpRun.of(directory, "quotes", "--tail=3"));
        assertPayloads(0, 4, DumpRun.of(directory, "quotes", "-n", "4"));
        assertPayloads(0, 30, DumpRun.of(directory, "quotes", "--from", "0"));
        assertPayloads(0, 30, DumpRun.of(directory, "quotes", "--tail", "1000"));
        assertPayloads(0, 30, DumpRun.of(directory, "quotes", "--tail", "1m"));
    }

    /** The frames need not all be in the heap at once: the last 3,000,000 once did not fit into it. */
    @Test
    void listsTheLastFramesOfWhichThereAreTooManyToRemember() {
        TestLog log = concurrentLog();
        for (int i = 0; i < 2500; i++) {
            log.publish("0");
            log.consume();
        }
        DumpRun run = DumpRun.of(directory, "quotes", "--tail", "2400", "--limit", "1m");
        assertEquals(2400, run.frames().size());
        assertTrue(
                run.frames().get(0).strip().startsWith(100 * 16 + " "),
                run.frames().get(0));
        assertEquals(
                2500, DumpRun.of(directory, "quotes", "--tail", "3m").frames().size());
    }

    private static void assertPayloads(int first, int end, DumpRun run) {
        assertEquals(0, run.exitCode(), run.error());
        List<String> frames = run.frames();
        assertEquals(end - first, frames.size(), run.out());
        for (int i = 0; i < frames.size(); i++) {
            assertTrue(frames.get(i).endsWith("\"message " + (first + i) + "\""), frames.get(i));
        }
    }

    @Test
    void listsFramesThatReachIntoTheRange() {
        TestLog log = concurrentLog();
        long[] positions = new long[10];
        for (int i = 0; i < 10; i++) {
            positions[i] = log.publish("message " + i);
        }
        String from = Long.toString(positions[3]);
        String to = "0x" + Long.toHexString(positions[7]);
        assertPayloads(3, 7, DumpRun.of(directory, "quotes", "--from", from, "--to", to));
        assertPayloads(3, 5, DumpRun.of(directory, "quotes", "--from", from, "--to", to, "-n", "2"));
        assertPayloads(5, 7, DumpRun.of(directory, "quotes", "--from", from, "--to", to, "--tail", "2"));
        assertPayloads(3, 10, DumpRun.of(directory, "quotes", "--from", Long.toString(positions[3] + 1)));
        assertPayloads(0, 0, DumpRun.of(directory, "quotes", "--from", to, "--to", from));
        assertPayloads(0, 0, DumpRun.of(directory, "quotes", "--from", Long.toString(Long.MAX_VALUE)));
    }

    @Test
    void cutsAndEscapesPayloads() {
        TestLog log = concurrentLog();
        log.publish("x".repeat(65));
        log.publish("ä\u202e\n\"");
        log.publish(new byte[] {(byte) 0xff, 0, 1, 2});
        List<String> frames = DumpRun.of(directory, "quotes").frames();
        assertTrue(frames.get(0).endsWith("  \"" + "x".repeat(64) + "\"…"), frames.get(0));
        assertTrue(frames.get(1).endsWith("  \"ä\\u{202e}\\n\\\"\""), frames.get(1));
        assertTrue(frames.get(2).endsWith("  ff000102"), frames.get(2));
        List<String> short4 =
                DumpRun.of(directory, "quotes", "--hex", "--limit", "4").frames();
        assertTrue(short4.get(0).endsWith("  78787878…"), short4.get(0));
        List<String> all = DumpRun.of(directory, "quotes", "--limit", "1m").frames();
        assertTrue(all.get(0).endsWith("  \"" + "x".repeat(65) + "\""), all.get(0));
    }

    @Test
    void showsHeadersWithoutPayloads() {
        TestLog log = concurrentLog();
        log.publish("secret");
        DumpRun run = DumpRun.of(directory, "quotes", "--headers");
        assertEquals(
                "               0     0           0  DATA            14      0  publisher 0",
                run.frames().get(0));
        assertFalse(run.out().contains("secret"));
    }

    @Test
    void showsPaddingAndOpenClaimsWithTheirOwner() {
        TestLog log = concurrentLog();
        Appender appender = log.appender();
        appender.abortHeld(appender.claimToHold(32), 32);
        appender.claimToHold(64);
        log.meta().getAndAddTail(128); // A publisher was killed before it wrote the header.
        log.publish("behind");
        DumpRun run = DumpRun.of(directory, "quotes");
        assertEquals(
                List.of(
                        "               0     0           0  PAD             32  ",
                        "              32     0          32  CLAIMED         64  by publisher 0, client 951, pid 811",
                        "              96     0          96  CLAIMED        128  no header yet",
                        "             224     0         224  DATA            14  \"behind\""),
                run.frames());
        assertEquals("1 frames, 6 bytes, 1 pads, 2 uncommitted", run.lastLine());
    }

    @Test
    void findsTheFramesOfAnExclusiveLogPastItsStoredTail() {
        TestLog log = new TestLog(directory, 5, "fast", KIND_EXCLUSIVE);
        log.turnTo(T + 5000L, 100);
        log.publish("last");
        assertTrue(log.meta().tailAcquire() < log.tail());
        DumpRun run = DumpRun.of(directory, "fast");
        assertTrue(run.out()
                .contains("  tail " + log.tail() + " (stored: " + log.meta().tailAcquire() + ")"));
        assertTrue(run.frames().get(9).endsWith("\"last\""));
    }

    @Test
    void dumpsEveryLogOfTheStreamInTheOrderTheyWereMade() {
        new TestLog(directory, 10, "quotes", KIND_EXCLUSIVE).publish("second");
        new TestLog(directory, 9, "quotes", KIND_EXCLUSIVE).publish("first");
        new TestLog(directory, 8, "orders", KIND_EXCLUSIVE).publish("other");
        DumpRun run = DumpRun.of(directory, "quotes");
        assertEquals(2, run.frames().size());
        assertTrue(run.frames().get(0).endsWith("\"first\""));
        assertTrue(run.frames().get(1).endsWith("\"second\""));
    }

    @Test
    void tellsWhereALogEnded() {
        TestLog log = concurrentLog();
        log.publish("last");
        log.endPublisher();
        assertTrue(DumpRun.of(directory, "quotes").out().contains("  end 16\n"));
    }

    @Test
    void worksOnACopyByItsPath() throws IOException {
        TestLog log = concurrentLog();
        log.publish("kept");
        Path copy = Files.createDirectory(directory.resolve("copy"));
        try (Stream<Path> files = Files.list(log.directory())) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        log.publish("too late");
        DumpRun run = DumpRun.of(copy.toString());
        assertEquals(0, run.exitCode(), run.error());
        assertEquals(1, run.frames().size());
        assertTrue(run.frames().get(0).endsWith("\"kept\""));
    }

    @Test
    void changesNoFileAndMakesNone() throws IOException {
        TestLog log = concurrentLog();
        log.turnTo(3L * T, 500);
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.forEach(DumpCommandTest::age);
        }
        Map<Path, byte[]> before = contents();
        for (String option :
                List.of("--verify", "--histogram", "--strip", "--json", "--grep=0", "--hex", "--headers")) {
            DumpRun.of(directory, "quotes", "--from", "0", option);
        }
        DumpRun.of(directory, "quotes", "--follow", "--to", Long.toString(log.tail()));
        DumpRun.of(directory, "unknown");
        Map<Path, byte[]> after = contents();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.toList()) {
                assertEquals(FileTime.fromMillis(0), Files.getLastModifiedTime(path), path.toString());
            }
        }
        assertEquals(before.keySet(), after.keySet());
        assertEquals(4, before.size());
        before.forEach((path, bytes) -> assertTrue(Arrays.equals(bytes, after.get(path)), path.toString()));
    }

    private static void age(Path path) {
        try {
            Files.setLastModifiedTime(path, FileTime.fromMillis(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<Path, byte[]> contents() throws IOException {
        Map<Path, byte[]> contents = new HashMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file, Files.readAllBytes(file));
            }
        }
        return contents;
    }

    @Test
    void readsFilesThatMayOnlyBeRead() throws IOException {
        TestLog log = concurrentLog();
        log.publish("hello");
        for (Path file : List.of(LogFiles.metaPath(log.directory()), LogFiles.termPath(log.directory(), 0))) {
            assertTrue(file.toFile().setWritable(false));
        }
        assertEquals(1, DumpRun.of(directory, "quotes").frames().size());
    }
}
