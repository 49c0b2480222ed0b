/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options choose what is listed; {@code GoldenTest} has the whole text of a simple log. */
class DumpCommandTest {
    private static final int T = TestLog.TERM_LENGTH;

    @TempDir
    private Path directory;

    private TestLog concurrentLog() {
        return new TestLog(directory, KIND_CONCURRENT);
    }

    private DumpRun dump(String... options) {
        return DumpRun.of(
                        directory,
                        Stream.concat(Stream.of("quotes"), Stream.of(options)).toArray(String[]::new))
                .assertOk();
    }

    @Test
    void tellsStateAndFillOfEachTerm() {
        TestLog log = concurrentLog();
        log.turnTo(4L * T + 10_000, 1016);
        long dirty = 4L * T - log.meta.cleanPositionAcquire();
        long active = log.tail() - 4L * T;
        assertTrue(dirty > 0 && dirty < T, "dirty=" + dirty);
        List<String> lines = dump("-n", "0").lines();
        assertEquals("  term 0  DIRTY   %10d bytes  %3d %%".formatted(dirty, dirty * 100 / T), lines.get(3));
        assertEquals("  term 1  ACTIVE  %10d bytes  %3d %%".formatted(active, active * 100 / T), lines.get(4));
        assertEquals("  term 2  CLEAN            0 bytes    0 %", lines.get(5));
        assertTrue(dump("--from", "0").frames().get(0).strip().startsWith(log.meta.cleaningTargetAcquire() + " "));
    }

    /** Of 30 messages of 10 bytes, which take 24 bytes each. */
    @ParameterizedTest
    @CsvSource({
        "'', 20, 30",
        "--tail 3, 27, 30",
        "--tail=1000, 0, 30",
        "--tail 1m, 0, 30",
        "-n 4, 0, 4",
        "--from 0, 0, 30",
        "--from 72 --to 0xa8, 3, 7",
        "--from 72 --to 0xa8 -n 2, 3, 5",
        "--from 72 --to 0xa8 --tail 2, 5, 7",
        "--from 647, 26, 30",
        "--from 168 --to 72, 0, 0",
        "--from 999999999999999999, 0, 0"
    })
    void whichFramesAreListed(String options, int first, int end) {
        TestLog log = concurrentLog();
        for (int i = 0; i < 30; i++) {
            log.publish("message " + i);
        }
        assertEquals(
                IntStream.range(first, end).mapToObj(i -> "message " + i).toList(),
                payloads(options.isEmpty() ? new String[0] : options.split(" ")));
    }

    @Test
    void cutsAndEscapesPayloads() {
        TestLog log = concurrentLog();
        log.publish("x".repeat(65));
        log.publish("ä\u202e\n\"");
        log.publish(new byte[] {(byte) 0xff, 0, 1, 2});
        List<String> frames = dump().frames();
        assertTrue(frames.get(0).endsWith("  \"" + "x".repeat(64) + "\"…"), frames.get(0));
        assertTrue(frames.get(1).endsWith("  \"ä\\u{202e}\\n\\\"\""), frames.get(1));
        assertTrue(frames.get(2).endsWith("  ff000102"), frames.get(2));
        assertTrue(dump("--hex", "--limit", "4").frames().get(0).endsWith("  78787878…"));
        assertTrue(dump("--limit", "1m").frames().get(0).endsWith("  \"" + "x".repeat(65) + "\""));
    }

    @Test
    void asJsonThereIsTextWhereItIsTextElseHexadecimalDigits() {
        TestLog log = concurrentLog();
        log.publish("grün\n");
        log.publish(new byte[] {(byte) 0xc3, 0x28});
        log.publish("€".repeat(30)); // Cut inside a character: 64 is not a multiple of 3.
        log.appender.claimToHold(24);
        List<String> lines = dump("--json").lines();
        String frame = "{\"schema\":\"tailrace.dump/1\","
                + "\"kind\":\"frame\",\"logId\":17,\"position\":%d,\"term\":0,\"offset\":%d,\"type\":\"%s\","
                + "\"length\":%d,\"flags\":0,\"owner\":0,%s}";
        assertEquals(
                List.of(
                        String.format(frame, 0, 0, "DATA", 14, "\"text\":\"grün\\n\",\"payloadLength\":6"),
                        String.format(frame, 16, 16, "DATA", 10, "\"hex\":\"c328\",\"payloadLength\":2"),
                        String.format(
                                frame,
                                32,
                                32,
                                "DATA",
                                98,
                                "\"text\":\"" + "€".repeat(21) + "\",\"payloadLength\":90,\"truncated\":true"),
                        String.format(frame, 136, 136, "CLAIMED", 24, "\"clientId\":951,\"pid\":811")),
                lines.subList(1, 5));
        assertTrue(lines.get(5).endsWith("\"frames\":3,\"bytes\":98,\"pads\":0,\"uncommitted\":1}"), lines.get(5));
        assertTrue(dump("--json", "--hex").out().contains("\"hex\":\"6772c3bc6e0a\""));
        log.plant(1024, 7);
        DumpRun run = DumpRun.of(directory, "quotes", "--json", "--verify");
        assertEquals(65, run.exitCode());
        assertTrue(run.out().contains("\"kind\":\"anomaly\",\"logId\":17,\"position\":1024,"), run.out());
        assertTrue(run.lastLine().endsWith("\"uncommitted\":1,\"anomalies\":1}"), run.out());
    }

    @Test
    void showsMessagesPaddingAndOpenClaimsWithTheirOwner() {
        TestLog log = concurrentLog();
        log.appender.abortHeld(log.appender.claimToHold(32), 32);
        log.appender.claimToHold(64);
        log.meta.getAndAddTail(128); // A publisher was killed before it wrote the header.
        log.publish("behind");
        DumpRun run = dump();
        assertEquals(
                List.of(
                        "               0     0           0  PAD             32  ",
                        "              32     0          32  CLAIMED         64  by publisher 0, client 951, pid 811",
                        "              96     0          96  CLAIMED        128  no header yet",
                        "             224     0         224  DATA            14  \"behind\""),
                run.frames());
        assertEquals("1 frames, 6 bytes, 1 pads, 2 uncommitted", run.lastLine());
        DumpRun headers = dump("--headers", "--tail", "1");
        assertEquals(
                List.of("             224     0         224  DATA            14      0  publisher 0"),
                headers.frames());
        assertFalse(headers.out().contains("\"behind\""));
    }

    @Test
    void findsTheFramesOfAnExclusiveLogPastItsStoredTail() {
        TestLog log = new TestLog(directory, KIND_EXCLUSIVE);
        log.turnTo(T + 5000L, 100);
        log.publish("last");
        long stored = log.meta.tailAcquire();
        assertTrue(stored < log.tail());
        DumpRun run = dump();
        assertTrue(run.out().contains("  tail " + log.tail() + " (stored: " + stored + ")"));
        assertTrue(run.frames().get(9).endsWith("\"last\""));
        log.endPublisher();
        assertTrue(dump().out().contains("  end " + log.tail() + "\n"));
    }

    @Test
    void dumpsEveryLogOfTheStreamInTheOrderTheyWereMade() {
        new TestLog(directory, 10, "md/quotes", KIND_EXCLUSIVE).publish("second");
        new TestLog(directory, 9, "md/quotes", KIND_EXCLUSIVE).publish("first");
        new TestLog(directory, 8, "orders", KIND_EXCLUSIVE).publish("other");
        List<String> frames = DumpRun.of(directory, "md/quotes").assertOk().frames();
        assertEquals(2, frames.size());
        assertTrue(frames.get(0).endsWith("\"first\""));
        assertTrue(frames.get(1).endsWith("\"second\""));
    }

    @Test
    void aMirrorNamesItsOriginalAndNothingIsWrongWithIt() {
        long begin = 5L * T + 4096;
        LogMeta.Constants constants = LogMeta.Constants.of(17, "quotes", T, KIND_EXCLUSIVE)
                .asMirror(new LogMirror("alpha", 7, 60_000_000_000L), begin);
        TestLog log = new TestLog(directory, constants);
        log.publish(new byte[5000]);
        String line = "  mirror of log 7 of \"alpha\", begins at " + begin;
        assertTrue(dump("--verify").lines().contains(line));
        log.kept.clientDied(TestLog.PUBLISHING_CLIENT);
        log.kept.mirror().look(1);
        assertTrue(dump().lines().contains(line + ", vacant, for at most 60 s"));
        String json = "\"mirror\":{\"originHost\":\"alpha\",\"originLogId\":7,\"beginPosition\":%d,\"vacant\":true}";
        assertTrue(dump("--json").out().contains(json.formatted(begin)));
    }

    private List<String> payloads(String... options) {
        return dump(options).frames().stream()
                .map(line -> line.substring(line.indexOf('"')).replace("\"", ""))
                .toList();
    }

    @Test
    void messagesAreFoundByTheirText() {
        TestLog log = concurrentLog();
        for (int i = 0; i < 20; i++) {
            log.publish((i % 2 == 0 ? "EURUSD " : "GBPUSD ") + i);
        }
        assertEquals(10, payloads("--grep", "EUR").size(), "all of them, not the last ten frames");
        assertEquals(
                "5 frames, 45 bytes, 0 pads, 0 uncommitted",
                dump("--grep", "EURUSD 1").lastLine());
        assertEquals(List.of("GBPUSD 1", "GBPUSD 3"), payloads("--grep", "GBP", "-n", "2"));
        assertEquals(List.of("GBPUSD 17", "GBPUSD 19"), payloads("--grep", "GBP", "--tail=2"));
        assertEquals(List.of(), payloads("--grep", "EURUSD 18 and more"));

        log.publish("grün\na");
        assertEquals(List.of("grün\\na"), payloads("--grep", "ü"));
        log.publish("x".repeat(5000) + "needle");
        assertEquals(List.of("x".repeat(64) + "…"), payloads("--grep", "needle"), "behind what is shown");

        log.plant(16, FrameLayout.header(3, FrameLayout.TYPE_DATA, 0));
        DumpRun damaged = DumpRun.of(directory, "quotes", "--grep", "EURUSD 4");
        assertEquals(65, damaged.exitCode());
        assertEquals(2, damaged.frames().size(), damaged.out());
        assertTrue(damaged.frames().get(0).contains("CORRUPT"), "damage is never hidden");
    }

    @Test
    void worksOnACopyByItsPathEvenIfItMayOnlyBeRead() throws IOException {
        TestLog log = concurrentLog();
        log.publish("kept");
        Path copy = Files.createDirectory(directory.resolve("copy"));
        try (Stream<Path> files = Files.list(log.directory)) {
            for (Path file : files.toList()) {
                Path target = Files.copy(file, copy.resolve(file.getFileName()));
                assertTrue(target.toFile().setWritable(false));
            }
        }
        log.publish("too late");
        List<String> frames = DumpRun.of(copy.toString()).assertOk().frames();
        assertEquals(1, frames.size());
        assertTrue(frames.get(0).endsWith("\"kept\""));
    }
}
