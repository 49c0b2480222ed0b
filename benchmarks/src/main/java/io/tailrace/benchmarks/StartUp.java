/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.raw.Spread;
import java.nio.file.Path;
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
        Path jar = Command.jar(options);
        String java = Command.java(options);
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < options.number("--times", 7); i++) {
            times.add(once(java, jar));
        }
        Spread spread = Spread.of(times);
        System.out.printf(
                "start-up of driver, sub and pub to the first message: %.0f ms [%.0f–%.0f] n=%d, %s%n",
                spread.median(), spread.first(), spread.third(), spread.count(), java);
    }

    @SuppressWarnings("try") // Driver and publisher are only started and closed.
    private static double once(String java, Path jar) {
        Path directory = SharedMemory.newDirectory("startup");
        String dir = directory.resolve("driver").toString();
        Path errors = directory.resolve("stderr");
        long startNs = System.nanoTime();
        try (Command driver = new Command(java, jar, errors, "driver", "--dir", dir);
                Command sub = new Command(java, jar, errors, "sub", "start", "--count", "1", "--dir", dir);
                Command pub = new Command(java, jar, errors, "pub", "start", "hello", "--dir", dir)) {
            sub.readLine();
            return (System.nanoTime() - startNs) / 1e6;
        } finally {
            SharedMemory.delete(directory);
        }
    }
}
