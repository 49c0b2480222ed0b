/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.benchmarks.scaling.ScalingSection.Plan;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void everyNameOfACellCanBeRead() {
        Plan plan = Plan.of(false);
        Stream.of(plan.pilotCells(), plan.headlines(), plan.others(), plan.curves())
                .flatMap(List::stream)
                .forEach(cell -> assertEquals(cell, Cell.parse(cell.toString())));
    }

    @Test
    void aWrongNameIsNamed() {
        assertThrows(IllegalArgumentException.class, () -> Cell.parse("grid-3x1"));
    }

    @Test
    void theGridHasEveryShapeOnce() {
        Plan plan = Plan.of(false);
        List<Cell> grid =
                Stream.concat(plan.headlines().stream(), plan.others().stream()).toList();
        assertEquals(grid.size(), grid.stream().distinct().count());
        assertEquals(
                16,
                grid.stream()
                        .map(cell -> List.of(cell.publishers(), cell.subscribers()))
                        .distinct()
                        .count());
    }
}
