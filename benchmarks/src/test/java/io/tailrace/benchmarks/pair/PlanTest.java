/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Run.Options;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {
    private static final long SPACE = 16L << 30;

    @Test
    void optionsChooseCellsKindsVariantsAndRounds() {
        ProcessPlan plan = plan("--cells throughput-4096,roundtrip-120 --kinds exclusive --tailrace 1m --aeron 4m"
                + " --rounds 9 --blocks 3");
        Cell cell = Cell.named("throughput-4096");
        assertEquals(List.of(cell, Cell.named("roundtrip-120")), plan.cells());
        assertEquals(3, plan.rounds(1));
        assertEquals(
                List.of("tailrace/exclusive/1m", "aeron/exclusive/shipped/fragments"),
                names(plan.candidates(cell, SPACE)));
        assertEquals(List.of("aeron/exclusive/4m"), names(plan.aerons(cell, Candidate.EXCLUSIVE)));
    }

    /** No figure of a full run lacks its counterpart, or compares with a candidate that cannot do it. */
    @Test
    void everyCellHasTailraceAndAeronsThatCarryItsMessages() {
        ProcessPlan plan = plan("");
        for (Cell cell : plan.cells()) {
            List<Candidate> candidates = plan.candidates(cell, SPACE);
            assertTrue(candidates.stream().allMatch(candidate -> candidate.carries(cell.payload())), cell.toString());
            for (String kind : plan.kinds(cell)) {
                assertTrue(names(candidates).contains("tailrace/" + kind + "/default"), cell + ", " + candidates);
                assertFalse(plan.aerons(plan.decidedBy(cell), kind).isEmpty(), cell.toString());
            }
        }
        assertTrue(
                Stream.of(Cell.named("throughput-128"), Cell.named("burst-32"))
                        .flatMap(cell -> plan.aerons(cell, Candidate.EXCLUSIVE).stream())
                        .noneMatch(candidate -> candidate.api() == Api.CLAIM_ONE_WORD),
                "whoever is compared by throughput or bursts writes whole messages");
    }

    /** A duel compares with the shipped Aeron, too; what is longer than the MTU goes in fragments, and only that. */
    @Test
    void everyCellOfADuelHasCandidatesThatCarryItsMessages() {
        DuelPlan plan = new DuelPlan(run(false, Options.NONE));
        for (Cell cell : plan.cells()) {
            assertTrue(
                    plan.candidates(cell, SPACE).stream().allMatch(each -> DuelPlan.carries(each, cell)), cell.name());
        }
        assertTrue(plan.cells().contains(Cell.inOneProcess("sum-64")));
        assertEquals(18, plan.extras().values().iterator().next().size());
        assertTrue(names(plan.candidates(Cell.inOneProcess("throughput-56"), SPACE))
                .contains("raw/exclusive/16m/claim"));
        assertEquals(
                List.of(
                        "tailrace/exclusive/default/offer",
                        "tailrace/exclusive/default/claim",
                        "tailrace/exclusive/subscriber/offer",
                        "aeron/exclusive/shipped/offer"),
                names(new DuelPlan(run(true, Options.NONE)).candidates(Cell.inOneProcess("throughput-8"), SPACE))
                        .stream()
                        .filter(name -> name.contains("exclusive"))
                        .toList());
        for (int payload : List.of(8, 65_536)) {
            Cell cell = Cell.inOneProcess("throughput-" + payload);
            assertTrue(plan.aerons(cell, Candidate.EXCLUSIVE).stream()
                    .allMatch(aeron -> (aeron.api() == Api.FRAGMENTS) == (payload > 8)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "aeron/exclusive/64k-subscriber/offer, throughput-16384, false",
        "tailrace/exclusive/default/batch, throughput-65536, false",
        "tailrace/exclusive/default/batch, roundtrip-1, false",
        "tailrace/exclusive/default/offer, throughput-65536, true",
        "aeron/concurrent/shipped/fragments, throughput-4096, true"
    })
    void nobodyIsAskedForWhatItCanNotCarry(String candidate, String cell, boolean carries) {
        assertEquals(carries, DuelPlan.carries(new Candidate(candidate), Cell.inOneProcess(cell)));
    }

    /** Names of cells are in raw data and between processes. */
    @Test
    void aCellIsReadAsItWasWrittenIfItCanBeMeasured() {
        for (String name : List.of("roundtrip-32", "oneway-1344-at-500000", "burst-32", "throughput-65536", "poll-8")) {
            Cell cell = Cell.named(name);
            assertEquals(name, cell.toString());
            assertEquals(
                    cell.command(),
                    Cell.parse(List.of(cell.command().split(" ", -1))).command());
        }
        for (String name : List.of("oneway-32-at-3", "oneway-32", "roundtrip-4", "throughput-65544", "throughput-12")) {
            assertThrows(IllegalArgumentException.class, () -> Cell.named(name), name);
        }
    }

    private static List<String> names(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::name).toList();
    }

    private static ProcessPlan plan(String options) {
        List<String> arguments = Stream.of(options.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .toList();
        return new ProcessPlan(run(false, new Options(arguments, ProcessPlan.SECTION.options(), Set.of())));
    }

    private static Run run(boolean quick, Options own) {
        return new Run(Path.of("."), "java", 17, quick, false, 1, own, text -> {});
    }
}
