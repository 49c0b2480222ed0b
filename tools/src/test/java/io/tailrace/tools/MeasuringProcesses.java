/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** The processes that a measuring command starts. */
final class MeasuringProcesses {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    private MeasuringProcesses() {}

    /** {@return the children, once there are as many as expected} */
    static List<ProcessHandle> await(Tool tool, int count) {
        long startNs = System.nanoTime();
        List<ProcessHandle> children = children(tool);
        while (children.size() < count) {
            assertTrue(tool.isAlive() && System.nanoTime() - startNs < PATIENCE_NS, () -> "no children: " + tool);
            Tool.pause();
            children = children(tool);
        }
        return children;
    }

    private static List<ProcessHandle> children(Tool tool) {
        return ProcessHandle.of(tool.pid()).map(ProcessHandle::children).stream()
                .flatMap(children -> children)
                .toList();
    }

    static void awaitGone(List<ProcessHandle> processes) {
        long startNs = System.nanoTime();
        for (ProcessHandle process : processes) {
            while (process.isAlive()) {
                assertTrue(System.nanoTime() - startNs < PATIENCE_NS, () -> "is left: pid=" + process.pid());
                Tool.pause();
            }
        }
    }
}
