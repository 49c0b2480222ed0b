/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The verdicts for a monitor on processes that live, stop and die. */
class CheckIT {
    private static final int OK = 0;
    private static final int CRITICAL = 2;
    private static final int UNKNOWN = 3;

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    /** {@return the output} */
    private String check(int exitCode, String... options) throws IOException {
        try (Tool tool = run(options)) {
            tool.assertExit(exitCode);
            return tool.out();
        }
    }

    private Tool run(String... options) throws IOException {
        String[] arguments = new String[options.length + 1];
        arguments[0] = "check";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return Tool.run(directory, arguments);
    }

    /** Checks until the verdict is critical for this reason; the test has a time limit. */
    private void awaitCritical(String part, String... options) throws IOException {
        boolean found = false;
        while (!found) {
            try (Tool tool = run(options)) {
                found = tool.await() == CRITICAL && tool.out().contains(part);
                assertEquals("", tool.err());
            }
        }
    }

    private static void assertHas(String out, String part) {
        assertTrue(out.contains(part), () -> "no '" + part + "' in " + out);
    }

    @Test
    void aDriverThatLivesStopsAndDies() throws IOException, InterruptedException {
        assertHas(check(CRITICAL), "TAILRACE CRITICAL - no directory of a media driver");
        try (Tool driver = Tool.driver(directory)) {
            String out = check(OK, "--heartbeat-warn", "10s", "--heartbeat-crit", "20s");
            assertTrue(out.startsWith("TAILRACE OK - the driver is alive, pid=" + driver.pid()), out);
            assertEquals(1, out.lines().count());

            driver.stop();
            awaitCritical("the driver has been silent for ", "--heartbeat-warn", "0.5s", "--heartbeat-crit", "1s");
            driver.signal("CONT");
            driver.signal("KILL");
            driver.await();
            assertHas(check(CRITICAL), "the driver is dead");
            String json = check(CRITICAL, "--format", "json");
            JsonSchemas.assertValid("check", json);
            assertHas(json, "\"exitCode\":2");
            assertHas(check(OK, "--format", "prometheus"), "\ntailrace_driver_up 0\n");
        }
    }

    @Test
    void aMonitorKnowsNoOtherExitCode() throws IOException {
        for (String[] options : new String[][] {{"--nothing"}, {"--lag-warn", "x"}, {"--format", "xml"}}) {
            try (Tool tool = run(options)) {
                tool.assertFails(UNKNOWN, "tailrace check --help");
            }
        }
        try (Tool full = Tool.run(directory, Tool.shell("exec \"$@\" > /dev/full", Tool.quick("check")))) {
            full.assertFails(UNKNOWN, "cannot write to the standard output");
        }
        assertHas(check(OK, "--help"), "Usage: tailrace check");
    }
}
