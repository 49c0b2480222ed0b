/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code ping} with real processes: it measures, exits, and leaves nothing behind, whichever process dies meanwhile.
 */
class PingIT {
    private static final Pattern RESULT = Pattern.compile(
            "\\{\"schema\":\"tailrace.ping/1\",\"kind\":\"roundTrips\",\"complete\":(\\w+),\"tookNs\":(\\d+),"
                    + "\"warmUpNs\":500000000,\"count\":(\\d+),\"minNs\":(\\d+),\"p50Ns\":\\d+,\"p90Ns\":\\d+,"
                    + "\"p99Ns\":\\d+,\"p999Ns\":\\d+,\"p9999Ns\":\\d+,\"maxNs\":(\\d+)}");

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private static Matcher result(Tool ping) {
        List<String> lines = ping.out().lines().toList();
        Matcher result = RESULT.matcher(lines.get(lines.size() - 1));
        assertTrue(result.matches(), ping::toString);
        return result;
    }

    /** Requires that no stream and no process is left, and that the driver works. */
    private void assertNothingLeft(Tool driver, List<ProcessHandle> children) throws IOException {
        MeasuringProcesses.awaitGone(children);
        assertTrue(driver.isAlive());
        try (Traffic traffic = new Traffic(directory.driver())) {
            traffic.assertGoesOn();
            traffic.awaitFiles("logs", 1);
            traffic.awaitFiles("clients", 1);
        }
    }

    @Test
    void aSecondOfRoundTripsIsMeasured() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool ping = Tool.run(directory, "ping")) {
            ping.assertExit(ExitCode.OK);
            assertEquals("", ping.err());
            List<String> lines = ping.out().lines().toList();
            assertEquals(6, lines.size(), ping::out);
            assertTrue(lines.get(0).contains("driver " + driver.pid()), ping::out);
            assertTrue(lines.get(0).contains(directory.driver().toString()), ping::out);
            assertTrue(lines.get(1).contains("JDK " + Runtime.version()), ping::out);
            assertTrue(lines.get(2).contains("32 bytes") && lines.get(2).contains("waiting: balanced"), ping::out);
            assertTrue(lines.get(3).contains("99.99%"), ping::out);
            assertNothingLeft(driver, List.of());
        }
    }

    @ParameterizedTest
    @CsvSource({"1,8,SPIN", "100,32,ECONOMY", "2000,524280,BALANCED"})
    void asManyAsWereAskedForComeBack(int count, int size, String wait) throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool ping =
                        Tool.run(directory, "ping", "-n", "" + count, "--size", "" + size, "--wait", wait, "--json")) {
            ping.assertExit(ExitCode.OK);
            Matcher result = result(ping);
            assertEquals("true", result.group(1));
            assertEquals(count, Long.parseLong(result.group(3)));
            assertTrue(Long.parseLong(result.group(4)) > 0, ping::out);
            assertTrue(Long.parseLong(result.group(4)) <= Long.parseLong(result.group(5)), ping::out);
            String setUp = ping.out().lines().findFirst().orElseThrow();
            assertTrue(setUp.startsWith("{\"schema\":\"tailrace.ping/1\",\"kind\":\"setup\","), setUp);
            assertTrue(setUp.contains("\"driverPid\":" + driver.pid() + ",\"termLength\":4194304"), setUp);
            assertTrue(setUp.endsWith("\"sizeBytes\":" + size + ",\"wait\":\"" + wait + "\"}"), setUp);
            assertNothingLeft(driver, List.of());
        }
    }

    @Test
    void roundTripsBeginAnIntervalApart() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool ping = Tool.run(directory, "ping", "-n", "5", "--interval", "100ms", "--json")) {
            ping.assertExit(ExitCode.OK);
            Matcher result = result(ping);
            assertEquals("5", result.group(3));
            assertTrue(Long.parseLong(result.group(2)) >= 400_000_000, ping::out);
        }
    }

    @Test
    void histogramIsWrittenAndNotWrittenOver() throws IOException {
        Path file = directory.path().resolve("ping.hgrm");
        try (Tool driver = Tool.driver(directory);
                Tool ping = Tool.run(directory, "ping", "-n", "10", "--histogram", file.toString());
                Tool again = Tool.run(directory, "ping", "-n", "10", "--histogram", file.toString())) {
            ping.assertExit(ExitCode.OK);
            String text = Files.readString(file);
            assertTrue(text.contains("#[Max") && text.contains("Total count    =           10]"), text);
            again.assertFails(ExitCode.IN_USE, file.toString());
            assertEquals("", again.out());
        }
    }

    @Test
    void echoThatDiesIsTold() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool ping = Tool.start(directory, "ping", "-n", "1g")) {
            List<ProcessHandle> children = MeasuringProcesses.await(ping, 1);
            ping.awaitOut("one at a time");
            awaitRoundTrips();
            children.get(0).destroyForcibly();
            ping.assertFails(ExitCode.INTERNAL, "echo", "pid=" + children.get(0).pid());
            assertNothingLeft(driver, children);
        }
    }

    @Test
    void echoThatIsStoppedDoesNotHoldItUpForEver() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory);
                Tool ping = Tool.start(directory, "ping", "-n", "1g")) {
            List<ProcessHandle> children = MeasuringProcesses.await(ping, 1);
            awaitRoundTrips();
            String pid = Long.toString(children.get(0).pid());
            assertEquals(0, new ProcessBuilder("kill", "-STOP", pid).start().waitFor());
            ping.assertFails(ExitCode.TIMED_OUT, "5000 ms");
            assertNothingLeft(driver, children);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "1ms"})
    void driverThatDiesIsTold(String interval) throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool ping = Tool.start(directory, "ping", "-n", "1g", "--interval", interval)) {
            List<ProcessHandle> children = MeasuringProcesses.await(ping, 1);
            awaitRoundTrips();
            driver.close();
            ping.assertFails(ExitCode.NO_DRIVER, "driver lost");
            MeasuringProcesses.awaitGone(children);
        }
    }

    @ParameterizedTest
    @CsvSource({"INT,130", "TERM,143"})
    void signalEndsItWithWhatWasMeasured(String signal, int code) throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory);
                Tool ping = Tool.start(directory, "ping", "-n", "1g", "--json")) {
            List<ProcessHandle> children = MeasuringProcesses.await(ping, 1);
            awaitRoundTrips();
            assumeFalse(ping.ignores(signal), "ignored in the background, and so by ping");
            ping.signal(signal);
            ping.assertExit(code);
            assertEquals("", ping.err());
            assertEquals("false", result(ping).group(1));
            assertNothingLeft(driver, children);
        }
    }

    @Test
    void killedPingLeavesNothing() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool ping = Tool.start(directory, "ping", "-n", "1g")) {
            List<ProcessHandle> children = MeasuringProcesses.await(ping, 1);
            awaitRoundTrips();
            ping.close();
            assertNothingLeft(driver, children);
        }
    }

    @Test
    void manyAtOnceDoNotMeet() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool first = Tool.start(directory, "ping", "-n", "50", "--json");
                Tool second = Tool.start(directory, "ping", "-n", "50", "--json")) {
            first.assertExit(ExitCode.OK);
            second.assertExit(ExitCode.OK);
            assertEquals("50", result(first).group(3));
            assertEquals("50", result(second).group(3));
            assertNothingLeft(driver, List.of());
        }
    }

    /** Waits until messages make round trips. */
    private void awaitRoundTrips() throws IOException {
        while (true) {
            try (Tool ls = Tool.run(directory, "ls")) {
                if (ls.out().lines().filter(line -> line.contains("flowing")).count() == 2) {
                    return;
                }
            }
        }
    }
}
