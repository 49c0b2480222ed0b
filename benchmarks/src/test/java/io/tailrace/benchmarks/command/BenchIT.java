/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    private BenchTool run(String... arguments) throws IOException {
        return BenchTool.run(folder, arguments);
    }

    private BenchTool start(String... arguments) throws IOException {
        return BenchTool.start(folder, arguments);
    }

    private MediaDriver driver() {
        return MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(BenchTool.driver(folder)).withTermLength(64 * 1024));
    }

    /** No stream and no process remains. */
    private void assertNothingLeft(List<ProcessHandle> children) throws IOException {
        BenchTool.awaitGone(children);
        for (String kind : List.of("logs", "clients")) {
            long startNs = System.nanoTime();
            while (!isEmpty(BenchTool.driver(folder).resolve(kind))) {
                assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(20), () -> "is left: " + kind);
                BenchTool.pause();
            }
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.allMatch(file -> file.getFileName().toString().contains(".sleeper-"));
        }
    }

    private static List<Matcher> results(BenchTool bench, String kind) {
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
                BenchTool bench = run(
                        "bench", "throughput", "--size", "8,1k", "--for", "300ms", "--warm-up", "100ms", "--json")) {
            bench.assertExit(ExitCode.OK);
            List<Matcher> results = results(bench, "throughput");
            assertEquals(2, results.size(), bench::out);
            for (Matcher result : results) {
                assertTrue(Long.parseLong(result.group(1)) > 0, bench::out);
                assertEquals(result.group(1), result.group(2));
                assertEquals(result.group(1), result.group(3));
            }
            List<String> lines = bench.out().lines().toList();
            BenchTool.assertValid("bench", bench.out());
            assertEquals(5, lines.size(), bench::out);
            assertTrue(
                    lines.get(0)
                            .contains("\"driverPid\":" + ProcessHandle.current().pid()),
                    bench::out);
            assertTrue(lines.get(1).contains("\"kind\":\"interval\",\"sizeBytes\":8,"), bench::out);
            assertTrue(lines.get(3).contains("\"kind\":\"interval\",\"sizeBytes\":1024,"), bench::out);
            assertNothingLeft(List.of());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--api offer", "--api claim", "--api claim --exclusive", "--exclusive --wait economy"})
    void severalPublishersReachSeveralSubscribers(String options) throws IOException {
        String all = "bench throughput --publishers 2 --subscribers 2 --for 200ms --warm-up 0s --json " + options;
        try (MediaDriver driver = driver();
                BenchTool bench = run(all.split(" ", -1))) {
            bench.assertExit(ExitCode.OK);
            Matcher result = results(bench, "throughput").get(0);
            assertEquals(result.group(1) + "," + result.group(1), result.group(3), bench::out);
            assertNothingLeft(List.of());
        }
    }

    @Test
    void latencyHasEveryMessageThatWasDue() throws IOException {
        String all =
                "bench latency --rate 2k --publishers 2 --subscribers 2 --size 16 --for 500ms --warm-up 500ms --json";
        try (MediaDriver driver = driver();
                BenchTool bench = run(all.split(" ", -1))) {
            bench.assertExit(ExitCode.OK);
            BenchTool.assertValid("bench", bench.out());
            Matcher result = results(bench, "latency").get(0);
            assertEquals("2000", result.group(1));
            assertEquals("2000", result.group(2));
            assertEquals("2000,2000", result.group(3));
            assertEquals("2000", result.group(4), "half of the messages, by two subscribers");
            assertNothingLeft(List.of());
        }
    }

    @Test
    void peopleGetALineForEachInterval() throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = run("bench", "throughput", "--for", "2s", "--warm-up", "100ms")) {
            bench.assertExit(ExitCode.OK);
            List<String> lines = bench.out().lines().toList();
            assertEquals(
                    3,
                    lines.stream().filter(line -> line.startsWith("       32 ")).count(),
                    bench::out);
            assertTrue(
                    lines.get(0).startsWith("driver " + ProcessHandle.current().pid()), bench::out);
            assertTrue(lines.get(2).startsWith("1 publisher to 1 subscriber, "), bench::out);
            assertTrue(lines.get(lines.size() - 1).contains(" median "), bench::out);
        }
    }

    @Test
    void aRateThatNobodyReachesIsTold() throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench =
                        run("bench", "latency", "--rate", "1g", "--for", "100ms", "--warm-up", "0s", "--json")) {
            bench.assertExit(ExitCode.TIMED_OUT);
            assertTrue(bench.err().contains("rate not reached"), bench::err);
            assertEquals("100000000", results(bench, "latency").get(0).group(2));
            assertNothingLeft(List.of());
        }
    }

    @Test
    void noDriverIsTold() throws IOException {
        try (BenchTool bench = run("bench", "throughput")) {
            bench.assertFails(ExitCode.NO_DRIVER, BenchTool.driver(folder).toString(), "tailrace driver");
        }
        assertFalse(Files.exists(BenchTool.driver(folder)), "nothing was made");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "speed",
                "throughput --rate 1k",
                "throughput --size 7",
                "throughput --size 32,512k",
                "throughput --size 1g",
                "latency --size 15",
                "latency --rate x",
                "latency --rate 0",
                "latency --rate 2g",
                "throughput --rate 0",
                "latency --for 1ms",
                "latency --warm-up 2h",
                "latency --publishers 0",
                "latency --subscribers 65"
            })
    void valuesThatAreNoneAreRefused(String arguments) throws IOException {
        String[] all = Stream.concat(Stream.of("bench"), Stream.of(arguments.split(" ", -1)))
                .filter(word -> !word.isEmpty())
                .toArray(String[]::new);
        try (MediaDriver driver = driver();
                BenchTool bench = run(all)) {
            bench.assertFails(ExitCode.USAGE);
            assertEquals("", bench.out());
        }
    }

    @ParameterizedTest
    @CsvSource({"bench-pub,publisher 1", "bench-sub,subscriber 1"})
    void partThatDiesIsTold(String part, String name) throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = start("bench", "throughput", "--for", "60s", "--warm-up", "0s")) {
            List<ProcessHandle> children = bench.children(2);
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
    void driverThatDiesIsTold(String what) throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = start("bench", what, "--for", "60s", "--warm-up", "0s", "--json")) {
            List<ProcessHandle> children = bench.children(2);
            bench.awaitOut("\"interval\"");
            driver.close();
            bench.assertFails(ExitCode.NO_DRIVER, "driver lost");
            BenchTool.awaitGone(children);
        }
    }

    @Test
    void signalLeavesNothing() throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = start("bench", "throughput", "--for", "60s", "--warm-up", "0s")) {
            List<ProcessHandle> children = bench.children(2);
            bench.awaitOut("1.00 s");
            bench.terminate(); // A background process ignores SIGINT.
            bench.assertFails(ExitCode.INTERRUPTED_BY_TERM, "interrupted");
            assertNothingLeft(children);
        }
    }

    @Test
    void killedBenchLeavesNothing() throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = start("bench", "throughput", "--for", "60s", "--warm-up", "0s")) {
            List<ProcessHandle> children = bench.children(2);
            bench.awaitOut("1.00 s");
            bench.close();
            assertNothingLeft(children);
        }
    }

    @Test
    void benchThatIsKilledWhileItStartsLeavesNothing() throws IOException {
        try (MediaDriver driver = driver();
                BenchTool bench = start("bench", "throughput", "--subscribers", "2", "--for", "60s")) {
            List<ProcessHandle> children = bench.children(1);
            bench.close();
            assertNothingLeft(children);
        }
    }
}
