/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The state of a process is queried while it exits. */
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessMarkTest {
    private static final int PROCESSES = 300;

    /** The kernel can open a file of /proc, and remove the process before that file is read. */
    @Test
    void aProcessThatEndsWhileItIsLookedForIsGone() throws Exception {
        ProcessMark own = ProcessMark.own();
        assumeTrue(own.namespaces() != 0, "/proc shows nothing here");
        for (int i = 0; i < PROCESSES; i++) {
            Process process = new ProcessBuilder("true").start();
            ProcessMark mark = new ProcessMark(process.pid(), 0, own.namespaces(), own.bootId());
            while (process.isAlive()) {
                assertEquals(ProcessMark.Fate.GONE, mark.fate(), "another process's start");
            }
            assertEquals(ProcessMark.Fate.GONE, mark.fate());
        }
    }
}
