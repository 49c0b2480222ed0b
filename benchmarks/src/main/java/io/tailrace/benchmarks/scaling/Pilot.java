/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Measurement;
import java.util.Comparator;
import java.util.List;

/** What the pilot found: which Aeron is the best where. */
final class Pilot {
    private final List<Measurement> measurements;

    Pilot(List<Measurement> measurements) {
        this.measurements = measurements;
    }

    /** {@return the Aeron that was the fastest in the cell, or in that of the pilot's cells that is most like it} */
    Candidate best(String kind, Cell cell) {
        Cell nearest = measurements.stream()
                .map(measurement -> Cell.parse(measurement.cell()))
                .min(Comparator.comparingInt(other -> difference(cell, other)))
                .orElseThrow();
        List<Candidate> candidates = measurements.stream()
                .filter(measurement -> measurement.cell().equals(nearest.toString()))
                .map(measurement -> new Candidate(measurement.candidate()))
                .filter(candidate -> candidate.kind().equals(kind))
                .distinct()
                .toList();
        return Measurement.best(measurements, candidates, nearest, true);
    }

    /**
     * {@return how little they have in common: first how they wait, then who is more than one, then how many there are}
     */
    private static int difference(Cell a, Cell b) {
        int waits = a.waits() == b.waits() ? 0 : 1_000;
        int publishers = (a.publishers() > 1) == (b.publishers() > 1) ? 0 : 100;
        int subscribers = (a.subscribers() > 1) == (b.subscribers() > 1) ? 0 : 100;
        return waits + publishers + subscribers + Math.abs(a.threads() - b.threads());
    }
}
