/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The counters of a driver are shown while it lives, and after it was killed. */
@Timeout(120)
class CountersIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private String counters() throws IOException {
        try (Tool counters = Tool.run(directory, "counters")) {
            counters.assertExit(ExitCode.OK);
            assertEquals("", counters.err());
            return counters.out();
        }
    }

    private static boolean has(String out, int value, String label) {
        return out.lines().anyMatch(line -> line.matches(" +" + value + "  (level|total) +" + label));
    }

    @Test
    void aDriverIsShownLivingAndDead() throws IOException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("message\n");
            sub.awaitOut("message\n");
            String living = counters();
            assertTrue(living.startsWith("driver lives, pid=" + driver.pid() + "\n"), living);
            assertTrue(has(living, 2, "clients") && has(living, 1, "logs") && has(living, 0, "errors"), living);

            driver.close(); // SIGKILL
            String dead = counters();
            assertTrue(dead.startsWith("driver is dead, pid=" + driver.pid() + "\n"), dead);
            assertTrue(has(dead, 2, "clients"), dead);
        }
    }
}
