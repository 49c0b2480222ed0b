/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static java.util.stream.Collectors.groupingBy;

import io.tailrace.benchmarks.report.Ratios.Place;
import java.util.Comparator;
import java.util.List;

/**
 * A row of the summary, or of a section's goals: two candidates in a cell of a section, and what their ratio has to
 * reach. Of several candidates that match an expression the best one counts; other builds of Tailrace do not.
 *
 * @param theirs empty is the raw round trip between the cores
 * @param figure of a measurement; less is better if the goal says so
 */
public record Claim(String label, String section, String cell, String ours, String theirs, String figure, Goal goal) {
    /** {@return what a section has to reach, and what was measured with one JDK: claims of which there is something} */
    public static String table(List<Measurement> all, int jdk, List<Claim> claims) {
        Table table = Table.of("to be reached|must|aim|measured|near only|far only|rounds near/far/mixed (disturbed)");
        for (Claim claim : claims) {
            Goal goal = claim.goal;
            Ratios ratios = claim.ratios(all, jdk);
            if (!ratios.isEmpty()) {
                table.row(
                        claim.label,
                        goal.mustText(),
                        goal.aimText(),
                        goal.marked(ratios.text(), ratios),
                        goal.marked(ratios.text(Place.NEAR), ratios.at(Place.NEAR)),
                        goal.marked(ratios.text(Place.FAR), ratios.at(Place.FAR)),
                        ratios.places());
            }
        }
        return table.toString();
    }

    /** {@return the ratios with one JDK} */
    Ratios ratios(List<Measurement> all, int jdk) {
        List<Measurement> measured = all.stream()
                .filter(measurement -> measurement.section().equals(section)
                        && measurement.cell().equals(cell)
                        && measurement.jdk() == jdk
                        && !measurement.isPilot())
                .toList();
        List<Measurement> our = best(measured, ours);
        List<Measurement> their = theirs.isEmpty()
                ? our.stream()
                        .map(measurement -> measurement.with(cell, (double) measurement.rawNs()))
                        .toList()
                : best(measured, theirs);
        return Ratios.of(our, their);
    }

    /** {@return the measurements of the best candidate, each with the figure as its value} */
    private List<Measurement> best(List<Measurement> measured, String candidates) {
        Comparator<List<Measurement>> byMedian =
                Comparator.comparingDouble(some -> Results.median(some, Measurement.VALUE));
        return measured.stream()
                .filter(measurement -> measurement.candidate().matches(candidates)
                        && !measurement.candidate().contains("@"))
                .map(measurement -> measurement.with(cell, measurement.number(figure)))
                .collect(groupingBy(Measurement::candidate))
                .values()
                .stream()
                .max(goal.moreIsBetter() ? byMedian : byMedian.reversed())
                .orElse(List.of());
    }

    /**
     * A bound that a median of ratios has to reach, and one that it should reach.
     *
     * @param must NaN if there is none
     * @param aim NaN if there is none
     */
    public record Goal(boolean moreIsBetter, double must, double aim) {
        /** More is better. */
        public static Goal atLeast(double must, double aim) {
            return new Goal(true, must, aim);
        }

        /** Less is better. */
        public static Goal atMost(double must, double aim) {
            return new Goal(false, must, aim);
        }

        /** More is better, and nothing beyond the bound is aimed at. */
        public static Goal atLeast(double must) {
            return atLeast(must, Double.NaN);
        }

        /** Less is better, and nothing beyond the bound is aimed at. */
        public static Goal atMost(double must) {
            return atMost(must, Double.NaN);
        }

        String mustText() {
            return text(must);
        }

        String aimText() {
            return text(aim);
        }

        private String text(double bound) {
            return Double.isNaN(bound) ? "" : String.format(moreIsBetter ? "≥ %.2fx" : "≤ %.2fx", bound);
        }

        /** {@return what a ratio has reached; that it has not stands out} */
        String verdict(double ratio) {
            if (reaches(ratio, aim)) {
                return "aim reached";
            }
            if (Double.isNaN(must)) {
                return "aim NOT reached";
            }
            return reaches(ratio, must) ? "must reached" : "**NOT reached**";
        }

        /** {@return a text about ratios; bold if they miss what they must reach} */
        String marked(String text, Ratios ratios) {
            boolean misses = !ratios.isEmpty()
                    && !Double.isNaN(must)
                    && !reaches(ratios.spread().median(), must);
            return misses ? "**" + text + "**" : text;
        }

        private boolean reaches(double ratio, double bound) {
            return moreIsBetter ? ratio >= bound : ratio <= bound;
        }
    }
}
