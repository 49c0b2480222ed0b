/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import static io.tailrace.benchmarks.peer.Candidate.CONCURRENT;
import static io.tailrace.benchmarks.peer.Candidate.EXCLUSIVE;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Claim;
import io.tailrace.benchmarks.report.Goal;
import java.util.ArrayList;
import java.util.List;

/** What Tailrace has to reach between two processes, against the best of Aeron's matrix unless said otherwise. */
final class ProcessGoals {
    private static final String BEST = ".*";
    private static final String SHIPPED = "shipped.*";

    private ProcessGoals() {}

    static List<Claim> all() {
        List<Claim> goals = new ArrayList<>();
        for (String kind : Candidate.KINDS) {
            for (int payload : List.of(8, 32, 56, 120, 256)) {
                String cell = "roundtrip-" + payload;
                String label = "round trip, " + payload + " B, ";
                goals.add(goal(label + "p50", kind, cell, BEST, "p50", Goal.atMost(1, 0.9)));
                goals.add(goal(label + "p99", kind, cell, BEST, "p99", Goal.atMost(1, 0.8)));
            }
        }
        goals.add(new Claim(
                "round trip, 32 B, p50, asked and answered, to offer and poll by hand",
                ProcessSection.NAME,
                "roundtrip-32",
                "tailrace/exclusive/default/ask",
                "tailrace/exclusive/default",
                "p50",
                Goal.atMost(1.25)));
        goals.add(goal("burst of 100, p50", CONCURRENT, "burst-32", BEST, "p50", Goal.atMost(0.7, 0.5)));
        goals.add(goal("burst of 100, p50", EXCLUSIVE, "burst-32", BEST, "p50", Goal.atMost(0.6, 0.4)));
        for (int payload : List.of(8, 32, 64, 128)) {
            goals.add(rate(payload + " B", CONCURRENT, payload, BEST, Goal.atLeast(1.3, 2)));
            goals.add(rate(payload + " B", EXCLUSIVE, payload, BEST, Goal.atLeast(1.6, 3)));
        }
        for (int payload : List.of(1_024, 4_096, 65_536)) {
            String label = (payload >> 10) + " KiB";
            goals.add(rate(label + ", to Aeron as shipped", CONCURRENT, payload, SHIPPED, Goal.atLeast(1, 2)));
            goals.add(rate(label, CONCURRENT, payload, BEST, Goal.atLeast(0.6, 1)));
        }
        for (String kind : Candidate.KINDS) {
            goals.add(goal("a poll that finds nothing", kind, "poll-8", BEST, Measurement.VALUE, Goal.atMost(1)));
            goals.add(new Claim(
                    "terms of 64 KiB, 1,000,000/s, p99, " + kind,
                    ProcessSection.NAME,
                    "oneway-32-at-1000000",
                    "tailrace/" + kind + "/64k",
                    "aeron/" + kind + "/.*",
                    "p99",
                    Goal.atMost(1)));
        }
        return goals;
    }

    private static Claim rate(String label, String kind, int payload, String aeron, Goal goal) {
        return goal("messages/s, " + label, kind, "throughput-" + payload, aeron, Measurement.VALUE, goal);
    }

    private static Claim goal(String label, String kind, String cell, String aeron, String figure, Goal goal) {
        return new Claim(
                label + ", " + kind,
                ProcessSection.NAME,
                cell,
                "tailrace/" + kind + "/default",
                "aeron/" + kind + "/" + aeron,
                figure,
                goal);
    }
}
