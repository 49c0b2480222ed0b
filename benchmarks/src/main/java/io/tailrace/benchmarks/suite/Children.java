/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The JVMs that sections start. When a signal ends this JVM before they are done, it ends them, too, and removes their
 * files from shared memory.
 */
final class Children implements AutoCloseable {
    private static final long TIMEOUT_MS = 5_000;

    private final Thread end = new Thread(Children::end, "children");

    Children() {
        Runtime.getRuntime().addShutdownHook(end);
    }

    /** Does not return when a signal ends everything: what fails then has not failed. */
    void awaitEndIfSignalled() {
        close();
        Runtime.getRuntime().addShutdownHook(end);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException e) { // The JVM is ending: too late to take anything back.
            Waiting.sleep(Long.MAX_VALUE);
        }
    }

    private static void end() {
        System.err.println(
                "ended by a signal; \"tailrace-bench report DIR\" makes the report of what was measured before");
        List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(Children::await);
        Set<Long> makers = new HashSet<>(Set.of(ProcessHandle.current().pid()));
        children.forEach(child -> makers.add(child.pid()));
        SharedMemory.deleteAllMadeBy(makers);
    }

    private static void await(ProcessHandle child) {
        try {
            Waiting.result(child.onExit(), TIMEOUT_MS);
        } catch (IllegalStateException e) {
            System.err.println("a process does not end: pid=" + child.pid() + ", cause=" + e);
        }
    }
}
