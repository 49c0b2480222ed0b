/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * {@code ping} with real processes: it measures, exits, and leaves nothing behind, whichever process dies meanwhile.
 */
class PingIT {
    private static final Pattern RESULT = Pattern.compile(
            "\\{\"schema\":\"tailrace.ping/1\",\"kind\":\"roundTrips\",\"complete\":(\\w+),\"sizeBytes\":\\d+,"
                    + "\"wait\":\"\\w+\",\"tookNs\":\\d+,\"count\":(\\d+),\"minNs\":(\\d+),\"p50Ns\":\\d+,"
                    + "\"p99Ns\":\\d+,\"p999Ns\":\\d+,\"maxNs\":(\\d+)}");

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Tool driver;

    @BeforeEach
    void startDriver() throws IOException {
        driver = Tool.driver(directory);
    }

    @AfterEach
    void stopDriver() {
        driver.close();
    }

    /** Starts a ping that has no end; returns when messages make round trips. */
    private Tool endless(String... options) throws IOException {
        Tool ping = Tool.start(
                directory,
                Tool.quick(Tool.wrap(List.of(options), "ping", "-n", "1g").toArray(String[]::new)));
        Await.until("two streams of " + ping, () -> Run.out(directory, "ls").split("flowing", -1).length > 2);
        return ping;
    }

    private static ProcessHandle echo(Tool ping) {
        return ProcessHandle.of(ping.pid()).orElseThrow().children().findFirst().orElseThrow();
    }

    private static Matcher result(Tool ping) {
        List<String> lines = ping.out().lines().toList();
        Matcher result = RESULT.matcher(lines.get(lines.size() - 1));
        assertTrue(result.matches(), ping::toString);
        return result;
    }

    /** Requires that no process and no stream is left, and that the driver works. */
    private void assertNothingLeft(ProcessHandle echo) throws IOException {
        Await.until("the end of the echo", () -> !echo.isAlive());
        assertNothingLeft();
    }

    private void assertNothingLeft() throws IOException {
        assertTrue(driver.isAlive());
        try (Traffic traffic = new Traffic(directory.driver())) {
            traffic.assertGoesOn();
            traffic.awaitFiles("logs", 1);
            traffic.awaitFiles("clients", 1);
        }
    }

    /** Two at the same time do not meet. */
    @Test
    void asManyAsWereAskedForComeBack() throws IOException {
        String[] options = {"ping", "-n", "100", "--size", "524280", "--wait", "ECONOMY", "--json"};
        try (Tool other = Tool.start(directory, "ping");
                Tool ping = Tool.run(directory, options)) {
            ping.assertExit(ExitCode.OK);
            JsonSchemas.assertValid("ping", ping.out());
            Matcher result = result(ping);
            assertEquals("true", result.group(1));
            assertEquals("100", result.group(2));
            assertTrue(Long.parseLong(result.group(3)) > 0, ping::out);
            assertTrue(Long.parseLong(result.group(3)) <= Long.parseLong(result.group(4)), ping::out);
            other.awaitQuietEnd();
            String text = "\\d+ round trips of 32 bytes in 1[.]\\d+ s: p50 .*, p99 .*, p99.9 .*, max .*\n";
            assertTrue(other.out().matches(text), other::out);
            assertNothingLeft();
        }
    }

    @Test
    void echoThatDiesIsTold() throws IOException {
        try (Tool ping = endless()) {
            ProcessHandle echo = echo(ping);
            echo.destroyForcibly();
            ping.assertFails(ExitCode.INTERNAL, "echo", "pid=" + echo.pid());
            assertNothingLeft(echo);
        }
    }

    @Test
    void echoThatIsStoppedDoesNotHoldItUpForEver() throws IOException, InterruptedException {
        try (Tool ping = endless()) {
            ProcessHandle echo = echo(ping);
            Tool.signal("STOP", echo.pid());
            ping.assertFails(ExitCode.TIMED_OUT, "5000 ms");
            assertNothingLeft(echo);
        }
    }

    @Test
    void driverThatDiesIsTold() throws IOException {
        try (Tool ping = endless("--interval", "1ms")) {
            ProcessHandle echo = echo(ping);
            driver.kill();
            ping.assertFails(ExitCode.NO_DRIVER, "driver lost");
            Await.until("the end of the echo", () -> !echo.isAlive());
        }
    }

    @Test
    void signalEndsItWithWhatWasMeasured() throws IOException {
        try (Tool ping = endless("--json")) {
            ProcessHandle echo = echo(ping);
            ping.terminate();
            ping.assertExit(ExitCode.INTERRUPTED_BY_TERM);
            assertEquals("", ping.err());
            assertEquals("false", result(ping).group(1));
            assertNothingLeft(echo);
        }
    }

    @Test
    void killedPingLeavesNothing() throws IOException {
        try (Tool ping = endless()) {
            ProcessHandle echo = echo(ping);
            ping.kill();
            assertNothingLeft(echo);
        }
    }
}
