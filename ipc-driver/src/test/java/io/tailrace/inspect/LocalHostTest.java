/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tailrace.inspect.Host.ProcessView;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A local host shows the processes that run on it. */
class LocalHostTest {
    private static ProcessView look(long pid) {
        ProcessView process = new LocalHost().process(pid);
        assertNotNull(process);
        return process;
    }

    @Test
    void aProcessWhosePipeNobodyReadsWaitsForIt() throws IOException {
        Process yes = new ProcessBuilder("yes").start();
        try {
            assumeFalse(
                    Files.readString(Path.of("/proc/" + yes.pid() + "/wchan")).isEmpty(), "this kernel hides it");
            Await.until("the pipe is full", () -> look(yes.pid()).waitsForPipe());
            assertEquals("yes", look(yes.pid()).program());
        } finally {
            yes.destroyForcibly();
        }
        assertFalse(look(ProcessHandle.current().pid()).waitsForPipe());
    }

    @Test
    void cpuTimeGrowsWhileAProcessComputes() {
        long pid = ProcessHandle.current().pid();
        long ticks = look(pid).cpuTicks();
        Await.until("it grows", () -> look(pid).cpuTicks() > ticks); // To look takes time of the processor.
    }
}
