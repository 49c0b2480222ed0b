/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
        assertTrue(Stream.of(Cell.named("throughput-128"), Cell.named("burst-32"))
                .flatMap(cell -> plan().aerons(cell, Candidate.EXCLUSIVE).stream())
                .noneMatch(candidate -> candidate.api() == Candidate.Api.CLAIM_ONE_WORD));
    }

    private static List<String> names(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::name).toList();
    }

    private static ProcessPlan plan(String... arguments) {
        Options own = new Options(List.of(arguments), ProcessPlan.SECTION.options(), Set.of());
        return new ProcessPlan(run(false, own));
    }

    private static Run run(boolean quick, Options own) {
        return new Run(Path.of("."), "java", 17, quick, false, 1, own, text -> {});
    }

    @Test
    void whatIsLongerThanTheMtuGoesInFragmentsAndOnlyThat() {
        assertTrue(aeronsOfDuel(65_536).allMatch(aeron -> aeron.api() == Api.FRAGMENTS));
        assertTrue(aeronsOfDuel(8).noneMatch(aeron -> aeron.api() == Api.FRAGMENTS));
    }

    private static Stream<Candidate> aeronsOfDuel(int payload) {
        Cell cell = Cell.inOneProcess("throughput-" + payload);
        return new DuelPlan(run(false, Options.NONE)).aerons(cell, Candidate.EXCLUSIVE).stream();
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

    @Test
    void everyCellOfADuelHasTailraceAndTheShippedAeronBesideTheBest() {
        DuelPlan plan = new DuelPlan(run(true, Options.NONE));
        assertEquals(
                List.of(
                        "tailrace/exclusive/default/offer",
                        "tailrace/exclusive/default/claim",
                        "tailrace/exclusive/subscriber/offer",
                        "aeron/exclusive/shipped/offer"),
                names(plan.candidates(Cell.inOneProcess("throughput-8"), SPACE)).stream()
                        .filter(name -> name.contains("exclusive"))
                        .toList());
    }

    @Test
    void aFullDuelMeasuresLimitsReceiversThatReadAllAndAllLengthsOfTerms() {
        DuelPlan plan = new DuelPlan(run(false, Options.NONE));
        assertTrue(names(plan.candidates(Cell.inOneProcess("throughput-56"), SPACE))
                .contains("raw/exclusive/16m/claim"));
        assertTrue(plan.cells().contains(Cell.inOneProcess("sum-64")));
        assertEquals(18, plan.extras().values().iterator().next().size());
        for (Cell cell : plan.cells()) {
            assertTrue(
                    plan.candidates(cell, SPACE).stream().allMatch(each -> DuelPlan.carries(each, cell)), cell.name());
        }
    }
}
