/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.TestLab;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The processes of this section start, measure for a moment, and exit. */
@Tag("bench")
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForksTest {
    @TempDir
    Path directory;

    @Test
    void anExecutorTellsWhatItTakes() {
        try (Lab lab = TestLab.in(directory, InjectorSection.NAME);
                Fork fork = lab.fork("any", List.of(), ExecutorUnderLoad.class, Kind.INJECTOR.name(), "none")) {
            lab.ask(1, 1, new Lab.Turn("any", "tasks 2 2 100 0 10 50", "tasksPerSecond", ""), fork);
            assertTrue(lab.measurements().get(0).value() > 0);
        }
    }
}
