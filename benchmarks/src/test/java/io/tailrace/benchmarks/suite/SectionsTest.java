/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Section;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SectionsTest {
    @Test
    void theOptionsOfASectionAreThoseThatItsUsageLists() {
        assertEquals(
                Set.of("--threads", "--task-us", "--waiting"),
                Sections.named("injector").options());
        assertEquals(
                Set.of("--cells", "--rounds", "--blocks", "--kinds", "--aeron", "--tailrace", "--flags", "--beside"),
                Sections.named("process").options());
        assertEquals(11, Sections.named("duel").options().size());
        assertEquals(Set.of(), Sections.named("tail").options());
    }

    @Test
    void eachTakesTheOptionsThatItsUsageTells() {
        for (Section section : Sections.ALL) {
            assertTrue(section.usage().contains("--anyway"), section.usage());
            Run run = Run.parse(List.of("--quick", "--anyway", "--seed", "3"), section.options());
            assertTrue(run.quick() && run.anyway() && run.seed() == 3, section.name());
        }
    }
}
