/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The command {@code startup}: driver, subscriber and publisher start at once, each in a fresh JVM; how long until a
 * message?
 */
final class StartUp {
    static final String USAGE = """
        startup [--jar JAR] [--java PATH] [--times N]: from the launch of three JVMs to the first message (7 times)
        """;

    private StartUp() {}

    static void run(List<String> arguments) {
        Options options = new Options(arguments, Set.of("--jar", "--java", "--times"), Set.of());
        List<String> subscribe = List.of("sub", "start", "--count", "1");
        List<String> publish = List.of("pub", "start", "hello");
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < options.number("--times", 7); i++) {
            try (Processes processes = new Processes(options, subscribe, publish)) {
                processes.subscriber.readLine();
                times.add((System.nanoTime() - processes.startNs) / 1e6);
            }
        }
        Spread spread = Spread.of(times);
        System.out.printf(
                "start-up of driver, sub and pub to the first message: %.0f ms [%.0f–%.0f] n=%d, %s%n",
                spread.median(), spread.first(), spread.third(), spread.count(), Processes.java(options));
    }
}
