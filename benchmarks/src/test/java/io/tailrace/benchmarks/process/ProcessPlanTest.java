/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.peer.Candidate;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProcessPlanTest {
    private static final long SPACE = 16L << 30;

    @Test
    void optionsChooseCellsKindsVariantsAndRounds() {
        ProcessPlan plan = plan(
                "--cells",
                "throughput-4096,roundtrip-120",
                "--kinds",
                "exclusive",
                "--tailrace",
                "1m",
                "--aeron",
                "4m",
                "--rounds",
                "9",
                "--blocks",
                "3");

        Cell cell = Cell.throughput(4096);
        assertEquals(List.of(cell, Cell.roundTrip(120)), plan.cells());
        assertEquals(3, plan.rounds(1));
        assertEquals(
                List.of("tailrace/exclusive/1m", "aeron/exclusive/shipped/fragments"),
                names(plan.candidates(cell, SPACE)));
        assertEquals(List.of("aeron/exclusive/4m"), names(plan.aerons(cell, Candidate.EXCLUSIVE)));
    }

    /** So that no figure of a full run is a comparison with nobody, or with a candidate that cannot do it. */
    @Test
    void everyCellHasTailraceAndAeronsThatCarryItsMessages() {
        ProcessPlan plan = plan();
        for (Cell cell : plan.cells()) {
            List<Candidate> candidates = plan.candidates(cell, SPACE);
            assertTrue(candidates.stream().allMatch(candidate -> candidate.carries(cell.payload())), cell.toString());
            for (String kind : plan.kinds(cell)) {
                assertTrue(names(candidates).contains("tailrace/" + kind + "/default"), cell + ", " + candidates);
                assertFalse(plan.aerons(plan.decidedBy(cell), kind).isEmpty(), cell.toString());
            }
        }
    }

    @Test
    void whoeverIsComparedByThroughputOrBurstsWritesWholeMessages() {
        assertTrue(Stream.of(Cell.throughput(128), Cell.parse("burst-32"))
                .flatMap(cell -> plan().aerons(cell, Candidate.EXCLUSIVE).stream())
                .noneMatch(candidate -> candidate.api() == Candidate.Api.CLAIM_ONE_WORD));
    }

    private static List<String> names(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::name).toList();
    }

    private static ProcessPlan plan(String... arguments) {
        Options own = new Options(List.of(arguments), ProcessSection.SECTION.options(), Set.of());
        return ProcessPlan.of(new Run(Path.of("."), "java", 17, false, false, 1, own, text -> {}));
    }
}
