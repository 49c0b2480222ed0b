/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** If a sandbox refuses futexes, threads sleep at sockets, and nothing is printed on stderr. */
final class SandboxIT {
    private static final int FIRST_WITH_FUTEXES = 22;
    private static final int THROWS = 2_000;
    private static final List<String> FLAGS = List.of("--enable-native-access=ALL-UNNAMED");

    @RegisterExtension
    final Scene scene = new Scene();

    /** The other process may use futexes, and the driver wakes it if it may, too. */
    @ParameterizedTest(name = "all in the sandbox: {0}")
    @ValueSource(booleans = {true, false})
    void threadsSleepAtSockets(boolean all) throws Exception {
        Jdk jdk = Jdk.atLeast(FIRST_WITH_FUTEXES);
        assumeTrue(Sandbox.isAvailable(), "no sandbox");
        List<String> others = all ? Sandbox.WORDS : List.of();
        JavaProcess driver =
                scene.start(others, jdk, FLAGS, DriverProcessMain.class, scene.directory(), Scene.TERM_LENGTH);
        String found = driver.awaitLine("SLEEPERS");
        assertTrue(found.startsWith(all ? "sockets (the kernel or a sandbox refuses futexes" : "futex"), found);

        JavaProcess left = start(Sandbox.WORDS, jdk, "in", "out", THROWS);
        JavaProcess right = start(others, jdk, "out", "in", 0);

        assertEquals("socket", left.awaitLine("MECHANISM"));
        right.tell("end");
        assertEquals(all ? "socket" : "futex", right.awaitLine("MECHANISM"));
        left.awaitQuietEnd();
        right.awaitQuietEnd();
        driver.tell("end");
        driver.awaitQuietEnd();
    }

    private JavaProcess start(List<String> wrapper, Jdk jdk, String in, String out, int serves) throws Exception {
        return scene.start(wrapper, jdk, FLAGS, SleepMain.class, scene.directory(), in, out, 1, "ECONOMY", serves);
    }
}
