/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.summary.Definitions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AssignmentTest {
    @Test
    void inTurnTheyBeginAnew() {
        Assignment assignment = Assignment.inTurn(4);
        assertEquals(4, assignment.summarizers());
        assertEquals(List.of(0, 1, 2, 3, 0, 1), owners(assignment, 6));
    }

    @Test
    void skewedCostsAreBalanced() {
        List<Long> costs = List.of(50L, 10L, 10L, 40L, 10L, 20L);
        Assignment byLoad = Assignment.byLoad(costs, 3);
        assertEquals(50, busiest(byLoad, costs));
        assertEquals(List.of(0, 2, 2, 1, 1, 2), owners(byLoad, 6));
        assertEquals(90, busiest(Assignment.inTurn(3), costs), "in turn the hot ones meet");
    }

    @Test
    void whereAllCostTheSameItIsInTurn() {
        for (long cost : new long[] {0, 7}) {
            List<Long> costs = LongStream.range(0, 6).map(i -> cost).boxed().toList();
            assertEquals(owners(Assignment.inTurn(4), 6), owners(Assignment.byLoad(costs, 4), 6));
        }
    }

    @Test
    void nobodyHasMoreThanAThirdAboveTheBestOfAllAssignments() {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            List<Long> costs =
                    random.longs(6, 0, 1 + random.nextInt(1000)).boxed().toList();
            for (int summarizers = 1; summarizers <= 6; summarizers++) {
                Assignment assignment = Assignment.byLoad(costs, summarizers);
                String what = "seed=" + seed + ", costs=" + costs + ", assignment=" + assignment;
                assertTrue(3 * busiest(assignment, costs) <= 4 * best(costs, summarizers), what);
                assertEquals(
                        summarizers, assignment.owners().stream().distinct().count(), what);
                assertEquals(assignment, Assignment.byLoad(costs, summarizers), what);
            }
        }
    }

    /** Tries all of them. */
    private static long best(List<Long> costs, int summarizers) {
        long best = Long.MAX_VALUE;
        int count = (int) Math.pow(summarizers, costs.size());
        for (int code = 0; code < count; code++) {
            long[] loads = new long[summarizers];
            int rest = code;
            for (long cost : costs) {
                loads[rest % summarizers] += cost;
                rest /= summarizers;
            }
            best = Math.min(best, LongStream.of(loads).max().orElse(0));
        }
        return best;
    }

    private static long busiest(Assignment assignment, List<Long> costs) {
        long[] loads = new long[assignment.summarizers()];
        for (int i = 0; i < costs.size(); i++) {
            loads[assignment.owner(i)] += costs.get(i);
        }
        return LongStream.of(loads).max().orElse(0);
    }

    private static List<Integer> owners(Assignment assignment, int summaries) {
        return LongStream.range(0, summaries)
                .mapToObj(i -> assignment.owner((int) i))
                .toList();
    }

    @Test
    void somebodyHasToOwnTheSummaries() {
        assertThrows(IllegalArgumentException.class, () -> Assignment.inTurn(0));
    }

    @Test
    void aSummaryCostsWhatItsEventsCost() throws Exception {
        String view = "<13>Nov 23 10:00:00 h view: 1,c1,10.0.0.1,item-1,5,6\n";
        String broken = "nothing\n<13>Nov 23 10:00:00 h view: 1,2\n<13>Nov 23 10:00:00 h search: {\n";
        List<Long> costs = costs((view + broken).repeat(1_000));
        for (int i = 0; i < costs.size(); i++) {
            String name = Definitions.ofVersion(1).get(i).name();
            boolean takesViews = !List.of("clients", "searches").contains(name);
            assertTrue(takesViews == costs.get(i) > 5_000, name + ": " + costs);
        }
    }

    @Test
    void inputsWithoutEventsCostNothingMuch() throws Exception {
        for (String input : List.of("", "\n", "x".repeat(100_000), "nothing\n".repeat(100))) {
            assertEquals(6, costs(input).size());
        }
    }

    private static List<Long> costs(String input) throws IOException {
        return Load.costsNs(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), 1);
    }
}
