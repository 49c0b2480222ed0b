/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.benchmarks.report.Chapter;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A part of the suite, and a command of its own.
 *
 * @param name of the command, and in raw data
 * @param quick about how long a quick run takes with one JDK
 * @param full about how long a full run takes with one JDK
 * @param options that it alone knows, beside those of all sections
 * @param measure measures with one JDK
 * @param chapter its part of the report
 */
public record Section(
        String name, Duration quick, Duration full, Set<String> options, Consumer<Lab> measure, Chapter chapter) {
    /** Measures with one JDK, and writes everything down. */
    public void run(Run run) {
        try (Lab lab = new Lab(run, name)) {
            measure.accept(lab);
        }
    }

    public Duration duration(boolean isQuick) {
        return isQuick ? quick : full;
    }
}
