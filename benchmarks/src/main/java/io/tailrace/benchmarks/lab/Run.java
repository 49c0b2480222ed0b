/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of all commands that measure. */
public final class Run {
    @Option(names = "--quick", description = "A short run.")
    private boolean quick;

    @Option(names = "--java", paramLabel = "PATH", description = "The java to measure. Default: this one.")
    String java = ProcessHandle.current().info().command().orElse("java");

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory of the raw data and the report. Default: benchmark-results/TIME.")
    private Path out = Path.of(
            "benchmark-results",
            LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss")));

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the random orders. Default: a new one.")
    long seed = System.nanoTime() & 0xFFFFFF;

    @Option(names = "--anyway", description = "Measure also while others use the processors.")
    boolean anyway;

    @Option(names = "--flags", paramLabel = "FLAGS", split = " ", description = "More JVM flags for every fork.")
    List<String> flags = List.of();

    /** {@return whether it must end while its user waits} */
    public boolean quick() {
        return quick;
    }

    /** {@return the directory of the raw data} */
    public Path out() {
        return out;
    }
}
