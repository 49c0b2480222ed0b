/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** If a sandbox refuses futexes, threads sleep at sockets, and nothing is printed on stderr. */
final class SandboxIT {
    private static final int FIRST_WITH_FUTEXES = 22;
    private static final int THROWS = 2_000;

    /**
     * A seccomp filter that refuses the futexes that processes share, as a strict container may. A JVM still works in
     * it, because its own futexes are private. Perl installs the filter, and runs the command that follows: Java would
     * need more than the one kind of system call that Tailrace links. FUTEX_WAIT is 0 and FUTEX_WAKE is 1; both fail
     * with EPERM. Numbers of x86-64.
     */
    private static final String SCRIPT = """
        my $filter = pack("(SCCL)*",
            0x20, 0, 0, 4,           # load the architecture
            0x15, 0, 5, 0xC000003E,  # not x86-64: allow
            0x20, 0, 0, 0,           # load the number of the system call
            0x15, 0, 3, 202,         # not futex: allow
            0x20, 0, 0, 24,          # load its operation
            0x35, 1, 0, 2,           # neither 0 nor 1: allow
            0x06, 0, 0, 0x50001,     # refuse
            0x06, 0, 0, 0x7FFF0000); # allow
        my $program = pack("Sx6P", length($filter) / 8, $filter);
        syscall(157, 38, 1, 0, 0, 0) == 0 && syscall(317, 1, 0, $program) == 0 or exit 77;
        exec @ARGV;
        """;

    private static final List<String> SANDBOX = List.of("perl", "-e", SCRIPT);

    @RegisterExtension
    final Scene scene = new Scene();

    private static boolean isAvailable() throws InterruptedException {
        try {
            return System.getProperty("os.arch").equals("amd64")
                    && new ProcessBuilder("perl", "-e", SCRIPT, "true").start().waitFor() == 0;
        } catch (IOException e) {
            return false; // No Perl.
        }
    }

    /** The other process may use futexes, and the driver wakes it if it may, too. */
    @ParameterizedTest(name = "all in the sandbox: {0}")
    @ValueSource(booleans = {true, false})
    void threadsSleepAtSockets(boolean all) throws Exception {
        Jvm jvm = Jvm.atLeast(FIRST_WITH_FUTEXES).with(Jvm.MAY_USE_FUTEXES);
        assumeTrue(isAvailable(), "no sandbox");
        Jvm others = all ? jvm.in(SANDBOX) : jvm;
        JavaProcess driver = scene.startDriver(others);
        String found = driver.awaitLine("SLEEPERS");
        assertTrue(found.startsWith(all ? "sockets (the kernel or a sandbox refuses futexes" : "futex"), found);
        JavaProcess left = scene.start(jvm.in(SANDBOX), SleepMain.class, "in", "out", 1, "ECONOMY", THROWS);
        JavaProcess right = scene.start(others, SleepMain.class, "out", "in", 1, "ECONOMY", 0);
        assertEquals("socket", left.awaitLine("MECHANISM"));
        right.tell("end");
        assertEquals(all ? "socket" : "futex", right.awaitLine("MECHANISM"));
        left.awaitQuietEnd();
        right.awaitQuietEnd();
        driver.end();
    }
}
