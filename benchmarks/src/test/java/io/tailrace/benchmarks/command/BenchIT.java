/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bench} with real processes: every message arrives, and nothing remains, whichever process dies meanwhile. */
class BenchIT {
    private static final Pattern RESULT = Pattern.compile(
            "\"sent\":(\\d+),\"due\":(\\d+),\"received\":\\[([\\d,]+)],\"clean\":true,(?:\"count\":(\\d+))?");

    @TempDir
    Path folder;

    private BenchTool run(String arguments) throws IOException {
        return BenchTool.run(folder, arguments.split(" ", -1));
    }

    /** It measures for a minute, unless it is ended before. */
    private BenchTool start(String arguments) throws IOException {
        return BenchTool.start(folder, (arguments + " --for 60s --warm-up 0s").split(" ", -1));
    }

    private MediaDriver driver() {
        return MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(BenchTool.driver(folder)).withTermLength(64 * 1024));
    }

    /** No stream and no process remains. */
    private void assertNothingLeft(List<ProcessHandle> children) {
        Await.until("end of " + children, () -> children.stream().noneMatch(ProcessHandle::isAlive));
        Await.until("end of streams and clients", () -> Stream.of("logs", "clients")
                .map(kind -> BenchTool.driver(folder).resolve(kind).toFile())
                .flatMap(directory -> Stream.of(Objects.requireNonNull(directory.listFiles())))
                .map(File::getName)
                .allMatch(name -> name.contains(".sleeper-")));
    }

    private static List<Matcher> results(BenchTool bench, String kind) throws IOException {
        bench.assertExit(ExitCode.OK);
        return findResults(bench, kind);
    }

    private static List<Matcher> findResults(BenchTool bench, String kind) throws IOException {
        BenchTool.assertValid("bench", bench.out());
        List<Matcher> results = bench.out()
                .lines()
                .filter(line -> line.contains("\"kind\":\"" + kind + "\""))
                .map(RESULT::matcher)
                .toList();
        results.forEach(result -> assertTrue(result.find(), bench::toString));
        return results;
    }

    @Test
    void throughputIsMeasuredForEachSize() throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = run("bench throughput --size 8,1k --for 300ms --warm-up 100ms --json")) {
            List<Matcher> results = results(bench, "throughput");
            assertEquals(2, results.size(), bench::out);
            for (Matcher result : results) {
                assertTrue(Long.parseLong(result.group(1)) > 0, bench::out);
                assertEquals(result.group(1), result.group(2));
                assertEquals(result.group(1), result.group(3));
            }
            List<String> lines = bench.out().lines().toList();
            assertEquals(5, lines.size(), bench::out);
            long pid = ProcessHandle.current().pid();
            assertTrue(lines.get(0).contains("\"driverPid\":" + pid), bench::out);
            assertTrue(lines.get(1).contains("\"kind\":\"interval\",\"sizeBytes\":8,"), bench::out);
            assertTrue(lines.get(3).contains("\"kind\":\"interval\",\"sizeBytes\":1024,"), bench::out);
            assertNothingLeft(List.of());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--api claim", "--api claim --exclusive", "--exclusive --wait economy"})
    void severalPublishersReachSeveralSubscribers(String options) throws IOException {
        String all = "bench throughput --publishers 2 --subscribers 2 --for 200ms --warm-up 0s --json ";
        try (MediaDriver driver = driver();
                BenchTool bench = run(all + options)) {
            Matcher result = results(bench, "throughput").get(0);
            assertEquals(result.group(1) + "," + result.group(1), result.group(3), bench::out);
        }
    }

    @Test
    void latencyHasEveryMessageThatWasDue() throws IOException {
        String all = "bench latency --rate 2k --publishers 2 --subscribers 2 --for 500ms --warm-up 500ms --json";
        try (MediaDriver driver = driver();
                BenchTool bench = run(all)) {
            Matcher result = results(bench, "latency").get(0);
            assertEquals("2000", result.group(1));
            assertEquals("2000", result.group(2));
            assertEquals("2000,2000", result.group(3));
            assertEquals("2000", result.group(4), "half of the messages, by two subscribers");
        }
    }

    @Test
    void aRateThatNobodyReachesIsTold() throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = run("bench latency --rate 1g --for 100ms --warm-up 0s --json")) {
            bench.assertFails(ExitCode.TIMED_OUT, "rate not reached");
            assertEquals("100000000", findResults(bench, "latency").get(0).group(2));
            assertNothingLeft(List.of());
        }
    }

    @Test
    void noDriverIsTold() throws IOException {
        try (BenchTool bench = run("bench throughput")) {
            bench.assertFails(ExitCode.NO_DRIVER, BenchTool.driver(folder).toString(), "tailrace driver");
        }
        assertFalse(Files.exists(BenchTool.driver(folder)), "nothing was made");
    }

    @Test
    void valuesThatAreNoneAreRefused() throws IOException {
        String all = "bench; speed; throughput --rate 1k; throughput --size 7; throughput --size 32,512k;"
                + " latency --size 15; latency --rate 0; latency --rate 2g; latency --for 1ms; latency --warm-up 2h;"
                + " latency --publishers 0; latency --subscribers 65";
        try (MediaDriver driver = driver()) {
            for (String wrong : all.split("; ", -1)) {
                try (BenchTool bench = run(wrong.equals("bench") ? wrong : "bench " + wrong)) {
                    bench.assertFails(ExitCode.USAGE);
                    assertEquals("", bench.out());
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"bench-pub,publisher 1", "bench-sub,subscriber 1"})
    void aPartThatDiesIsTold(String part, String name) throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = start("bench throughput")) {
            List<ProcessHandle> children = bench.awaitChildren(2);
            bench.awaitOut("1.00 s");
            ProcessHandle victim = children.stream()
                    .filter(child -> child.info().commandLine().orElse("").contains(part))
                    .findFirst()
                    .orElseThrow();
            victim.destroyForcibly();
            bench.assertFails(ExitCode.INTERNAL, name, "pid=" + victim.pid());
            assertNothingLeft(children);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"latency", "throughput"})
    void aDriverThatDiesIsTold(String what) throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = start("bench " + what + " --json")) {
            List<ProcessHandle> children = bench.awaitChildren(2);
            bench.awaitOut("\"interval\"");
            driver.close();
            bench.assertFails(ExitCode.NO_DRIVER, "driver lost");
            Await.until("end of " + children, () -> children.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Test
    void aSignalLeavesNothing() throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = start("bench throughput")) {
            List<ProcessHandle> children = bench.awaitChildren(2);
            bench.awaitOut("1.00 s");
            bench.terminate(); // A background process ignores SIGINT.
            bench.assertFails(ExitCode.INTERRUPTED_BY_TERM, "interrupted");
            assertNothingLeft(children);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBenchThatIsKilledLeavesNothing(boolean isStarting) throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = start("bench throughput --subscribers 2")) {
            List<ProcessHandle> children = bench.awaitChildren(isStarting ? 1 : 3);
            if (!isStarting) {
                bench.awaitOut("1.00 s");
            }
            bench.close();
            assertNothingLeft(children);
        }
    }
}
