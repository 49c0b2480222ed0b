/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.report.Claim.Goal;
import io.tailrace.benchmarks.report.Plot.Strip;
import java.util.ArrayList;
import java.util.List;

/** The first table of the report: what the project has set itself, and what was measured. */
public final class Summary {
    private final List<Measurement> all;

    /** Of these measurements. */
    public Summary(List<Measurement> all) {
        this.all = all;
    }

    /** {@return the table, and all its rounds in a plot} */
    public String toMarkdown(Plots plots) {
        Table table = Table.of("Tailrace against Aeron's best|JDK|must|aim|measured|near only|far only"
                + "|rounds near/far/mixed (disturbed)|");
        List<Strip.Row> rows = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        List<Integer> jdks =
                all.stream().map(Measurement::jdk).distinct().sorted().toList();
        for (Claim claim : Claims.ALL) {
            List<Integer> without = new ArrayList<>(jdks);
            for (int jdk : jdks) {
                Ratios ratios = claim.ratios(all, jdk);
                if (!ratios.isEmpty()) {
                    without.remove((Integer) jdk);
                    table.row(cells(claim, jdk, ratios));
                    rows.add(new Strip.Row(claim.label() + ", JDK " + jdk, ratios.rounds()));
                }
            }
            if (!without.isEmpty()) {
                missing.add(claim.label() + (without.equals(jdks) ? "" : " (JDK " + without.get(0) + ")"));
            }
        }
        return table + """

                Medians of the ratios of one round, with quartiles and their number: above 1 is better for throughput,
                below 1 for round trips and latencies. The last column goes by the near rounds where there are any.
                Rounds in which others used a tenth of a processor count only where there are no others. What has
                nothing to do with Aeron has its goals in its section's part.

                """
                + (missing.isEmpty() ? "" : "Not measured: " + String.join("; ", missing) + ".\n\n")
                + plots.addStrip("summary", "All rounds of all comparisons", "ratio", rows.stream());
    }

    private static Object[] cells(Claim claim, int jdk, Ratios ratios) {
        Goal goal = Claims.goal(claim, jdk);
        return new Object[] {
            claim.label(),
            Integer.toString(jdk),
            goal.mustText(),
            goal.aimText(),
            ratios.text(),
            ratios.text(Ratios.Place.NEAR),
            ratios.text(Ratios.Place.FAR),
            ratios.places(),
            goal.verdict(ratios.decisive())
        };
    }

    /**
     * The goals of the project: near cores, one publisher and one subscriber, against the best of Aeron's matrix.
     */
    static final class Claims {
        private static final double NONE = Double.NaN;
        private static final List<String> KINDS = List.of("concurrent", "exclusive");

        /** Less is asked there of short messages in exclusive logs. */
        private static final int OLDEST_JDK = 17;

        private static final Goal EXCLUSIVE_ON_OLDEST_JDK = Goal.atLeast(1.5, 2.5);

        static final List<Claim> ALL = all();

        private Claims() {}

        private static List<Claim> all() {
            List<Claim> claims = new ArrayList<>();
            for (String kind : KINDS) {
                claims.add(duel(kind, "round trip, burst 1", "roundtrip-1", Goal.atMost(1.0, NONE)));
                String ours = "tailrace/" + kind + "/.*/offer";
                claims.add(duel(
                        "round trip, burst 1, " + kind + ", to raw", "roundtrip-1", ours, "", Goal.atMost(NONE, 1.3)));
            }
            claims.add(duel("concurrent", "round trip, burst 100", "roundtrip-100", Goal.atMost(0.6, 0.4)));
            claims.add(duel("exclusive", "round trip, burst 100", "roundtrip-100", Goal.atMost(0.4, 0.25)));
            List.of(8, 16, 32).forEach(payload -> claims.add(throughput("concurrent", payload, Goal.atLeast(1.7, 3))));
            List.of(8, 16, 32).forEach(payload -> claims.add(throughput("exclusive", payload, Goal.atLeast(2.5, 4))));
            List.of(64, 128, 256)
                    .forEach(payload -> claims.add(throughput("exclusive", payload, Goal.atLeast(1.5, 2.5))));
            for (int payload : List.of(1_024, 4_096, 16_384, 65_536)) {
                KINDS.forEach(kind -> claims.add(throughput(kind, payload, Goal.atLeast(1.0, NONE))));
                claims.add(duel(
                        size(payload) + ", exclusive, to memcpy",
                        "throughput-" + payload,
                        "tailrace/exclusive/.*/offer",
                        "memcpy.*",
                        Goal.atLeast(NONE, 0.85)));
            }
            claims.add(duel(
                    "batch of 16, 8 B, concurrent",
                    "throughput-8",
                    "tailrace/concurrent/.*/batch",
                    "aeron/concurrent/.*",
                    Goal.atLeast(4, NONE)));
            for (String kind : KINDS) {
                for (String percentile : List.of("p99", "p999")) {
                    claims.add(oneWay(kind, percentile));
                }
            }
            claims.add(new Claim(
                    "3 publishers on 2 cores (parking), total",
                    "scaling",
                    "grid-3x1-park",
                    "tailrace/concurrent/.*",
                    "aeron/concurrent/.*",
                    Measurement.VALUE,
                    Goal.atLeast(1.5, NONE)));
            return claims;
        }

        private static Claim oneWay(String kind, String percentile) {
            return new Claim(
                    "two processes, 1 M messages/s, " + percentile + " one-way, " + kind,
                    "process",
                    "oneway-32-at-1000000",
                    "tailrace/" + kind + "/default",
                    "aeron/" + kind + "/.*",
                    percentile,
                    Goal.atMost(1.0, 0.7));
        }

        private static Claim throughput(String kind, int payload, Goal goal) {
            return duel(kind, "throughput " + size(payload), "throughput-" + payload, goal);
        }

        private static String size(int payload) {
            return payload < 1_024 ? payload + " B" : (payload >> 10) + " KiB";
        }

        private static Claim duel(String kind, String label, String cell, Goal goal) {
            return duel(label + ", " + kind, cell, "tailrace/" + kind + "/.*/offer", "aeron/" + kind + "/.*", goal);
        }

        private static Claim duel(String label, String cell, String ours, String theirs, Goal goal) {
            return new Claim(label, "duel", cell, ours, theirs, Measurement.VALUE, goal);
        }

        /** {@return what a claim has to reach with a JDK} */
        static Goal goal(Claim claim, int jdk) {
            boolean isEased = jdk == OLDEST_JDK && claim.label().matches("throughput (8|16|32) B, exclusive");
            return isEased ? EXCLUSIVE_ON_OLDEST_JDK : claim.goal();
        }
    }
}
