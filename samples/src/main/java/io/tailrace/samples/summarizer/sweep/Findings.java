/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.util.List;

/** The nine findings of the article 'Adventures in Concurrency', and what the points of a sweep say of each. */
final class Findings {
    private static final double TENTH = 0.1;
    /** The queues of objects between threads of one process. All are bounded. */
    static final List<String> QUEUES = List.of("array", "linked", "concurrent", "transfer", "disruptor", "jctools");

    private Findings() {}

    /** All verdicts, in the article's order. */
    static List<Verdict> of(List<Point> points) {
        Cells cells = Cells.of(points);
        JointFindings joints = new JointFindings(cells, leastDifference(points));
        WorkerFindings workers = new WorkerFindings(cells, leastDifference(points));
        return List.of(
                joints.fullOrEmpty(),
                NettyFinding.verdict(points, leastDifference(points)),
                workers.consumersOfOneQueue(),
                workers.sizeAndWorkers(),
                workers.rateAndWorkers(),
                workers.versions(),
                joints.disruptor(),
                joints.jitter(),
                joints.parsedWhereConsumed());
    }

    /** A smaller difference counts for none: a tenth, or what usually lies between the points of one setting. */
    static double leastDifference(List<Point> points) {
        List<Double> jitters =
                Cells.of(points).usual().all().stream().map(Cell::jitter).toList();
        return jitters.isEmpty() ? TENTH : Math.max(TENTH, Spread.of(jitters).median());
    }
}
