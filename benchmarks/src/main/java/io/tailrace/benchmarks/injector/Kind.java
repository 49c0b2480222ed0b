/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.lab.VirtualThreads;
import java.util.List;
import java.util.stream.Stream;

/** What is compared. */
enum Kind {
    INJECTOR("tailrace/injector"),
    THREAD_POOL("thread-pool"),
    FORK_JOIN("fork-join"),
    VIRTUAL_THREADS("virtual-threads"),
    DISRUPTOR("disruptor"),
    /** No executor: a loop on each processor that runs tasks, the limit. */
    LOOPS("plain-loops");

    private final String candidate;

    Kind(String candidate) {
        this.candidate = candidate;
    }

    /** {@return what there is with a JDK} */
    static List<Kind> on(int jdk) {
        return Stream.of(values())
                .filter(kind -> kind != VIRTUAL_THREADS || VirtualThreads.areIn(jdk))
                .toList();
    }

    /** {@return what stands in the raw data} */
    String candidate() {
        return candidate;
    }
}
