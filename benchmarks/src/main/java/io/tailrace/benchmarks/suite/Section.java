/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.report.Chapter;
import java.time.Duration;
import java.util.List;

/** A part of the suite, and a command of its own. */
public interface Section {
    /** {@return what it is called in commands and in raw data} */
    String name();

    /** {@return about how long it takes with one JDK} */
    Duration duration(boolean quick);

    /** Measures everything with one JDK and writes it down in a {@link io.tailrace.benchmarks.raw.RawFile}. */
    void run(Run run);

    /** Runs it as a command of its own. Returns the run that the arguments stand for: a section may know more of them than all do. */
    default Run command(List<String> arguments) {
        Run run = Run.parse(arguments);
        run(run);
        return run;
    }

    /** {@return what renders its part of the report} */
    Chapter chapter();
}
