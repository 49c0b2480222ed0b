/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * The command {@code jmh}: JMH itself on what stands in {@code io.tailrace.benchmarks.jmh}, with its garbage profiler.
 */
final class Jmh {
    private Jmh() {}

    static void run(List<String> options) throws IOException {
        String[] arguments = options.isEmpty() ? new String[] {"-prof", "gc"} : options.toArray(String[]::new);
        org.openjdk.jmh.Main.main(arguments);
    }
}
