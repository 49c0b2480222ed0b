/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.injector.Plan.Cell;
import io.tailrace.benchmarks.lab.Run;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void hasACellForEachCombination() {
        Plan plan = InjectorSection.plan(Run.parse(
                List.of("--threads", "64,128", "--quick", "--task-us", "1,100", "--waiting", "0,3"),
                InjectorSection.SECTION.options()));
        assertEquals(8, plan.cells().size());
        assertTrue(plan.cells().contains(new Cell(100, 128, 3)), plan.toString());
        assertEquals(new Limits(128, 384), new Cell(100, 128, 3).limits());
        assertTrue(plan.run().quick());
        assertEquals(Optional.of(new Cell(100, 128, 3)), Cell.parse(new Cell(100, 128, 3).toString()));
        assertEquals(Optional.empty(), Cell.parse(Cell.trickle(100)));
    }

    @Test
    void refusesWhatCanNotBe() {
        for (List<String> wrong : List.of(
                List.of("--threads", "0"),
                List.of("--task-us", "-1"),
                List.of("--task-us", "1001"),
                List.of("--waiting", "x"),
                List.of("--thread", "4"))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> InjectorSection.plan(Run.parse(wrong, InjectorSection.SECTION.options())),
                    wrong.toString());
        }
    }
}
