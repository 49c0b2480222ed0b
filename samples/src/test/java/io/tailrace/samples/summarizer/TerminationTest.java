/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class TerminationTest {
    private static final int OWN_CODE = 7;

    /** The process: its command is done, but has not called exit yet. */
    public static void main(String[] arguments) {
        Termination termination = new Termination();
        termination.listen(() -> {});
        termination.complete(OWN_CODE);
        System.out.write('\n');
        System.out.flush();
        while (true) {
            LockSupport.park();
        }
    }

    @Test
    void aSignalAfterTheCommandIsDoneLeavesItsExitCode() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        TerminationTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertEquals('\n', process.getInputStream().read());
            process.destroy();
            assertEquals(OWN_CODE, process.waitFor());
        } finally {
            process.destroyForcibly();
        }
    }
}
