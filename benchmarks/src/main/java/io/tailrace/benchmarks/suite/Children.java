/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.lab.SharedMemory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends the JVMs that sections have started, and removes what those leave in shared memory, when a signal ends this one. */
final class Children {
    private static final long TIMEOUT_S = 5;

    private Children() {}

    static void endWithThis() {
        Runtime.getRuntime().addShutdownHook(new Thread(Children::end, "children"));
    }

    private static void end() {
        List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(Children::await);
        Set<Long> makers = new HashSet<>(Set.of(ProcessHandle.current().pid()));
        children.forEach(child -> makers.add(child.pid()));
        SharedMemory.deleteAllMadeBy(makers);
    }

    private static void await(ProcessHandle child) {
        try {
            child.onExit().get(TIMEOUT_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            System.err.println("a process does not end: pid=" + child.pid() + ", cause=" + e);
        }
    }
}
