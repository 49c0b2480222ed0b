/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which summarizer owns which summary of a version: the single writer of each. The same arguments make the same
 * assignment, so that processes that are told them agree.
 *
 * @param owners the summarizers, counted from 0, of the first summaries; then they begin anew
 */
public record Assignment(List<Integer> owners) {
    /** @throws IllegalArgumentException if there is no owner */
    public Assignment {
        if (owners.isEmpty()) {
            throw new IllegalArgumentException("nobody owns the summaries: owners=0, min=1");
        }
        owners = List.copyOf(owners);
    }

    /** {@return the one in which so many summarizers have their turn} */
    public static Assignment inTurn(int summarizers) {
        return new Assignment(IntStream.range(0, summarizers).boxed().toList());
    }

    /**
     * {@return the one in which each summary, the most costly first, goes to the summarizer that has least to do} Where
     * that says nothing, to the one with the fewest summaries: so no summarizer is without any. The busiest one has at
     * most a third more to do than in the best of all assignments.
     *
     * @param costs of each summary, not negative
     * @param summarizers no more than summaries
     */
    public static Assignment byLoad(List<Long> costs, int summarizers) {
        Integer[] owners = new Integer[costs.size()];
        long[] loads = new long[summarizers];
        int[] counts = new int[summarizers];
        Comparator<Integer> idlest = Comparator.<Integer>comparingLong(i -> loads[i])
                .thenComparingInt(i -> counts[i])
                .thenComparing(Comparator.naturalOrder());
        List<Integer> costliestFirst = IntStream.range(0, costs.size())
                .boxed()
                .sorted(Comparator.comparing(costs::get, Comparator.reverseOrder()))
                .toList(); // The sort is stable: of equal ones the first comes first.
        for (int summary : costliestFirst) {
            int owner = IntStream.range(0, summarizers).boxed().min(idlest).orElseThrow();
            owners[summary] = owner;
            loads[owner] += costs.get(summary);
            counts[owner]++;
        }
        return new Assignment(List.of(owners));
    }

    /** {@return the owner of the summary that has this place among those of its version, counted from 0} */
    public int owner(int summary) {
        return owners.get(summary % owners.size());
    }

    /** {@return those of a version's summaries, or of what they are made of, that one summarizer owns} */
    public <T> List<T> ownedBy(int summarizer, List<T> summaries) {
        return IntStream.range(0, summaries.size())
                .filter(i -> owner(i) == summarizer)
                .mapToObj(summaries::get)
                .toList();
    }

    /** {@return how many summarizers there are} */
    public int summarizers() {
        return Collections.max(owners) + 1;
    }

    /** {@return the owners, with commas between: for a command line} */
    @Override
    public String toString() {
        return owners.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
