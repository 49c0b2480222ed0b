/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

class SectionsTest {
    @Test
    void eachTakesTheOptionsThatItsUsageTells() {
        for (Section section : Sections.ALL) {
            assertTrue(section.usage().contains("--anyway"), section.usage());
            Run run = Run.parse(List.of("--quick", "--anyway", "--seed", "3"), section.options());
            assertTrue(run.quick() && run.anyway() && run.seed() == 3, section.name());
        }
    }
}
