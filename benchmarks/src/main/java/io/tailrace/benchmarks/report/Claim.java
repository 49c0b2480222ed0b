/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static java.util.stream.Collectors.groupingBy;

import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Ratios.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A row of the summary, or of a section's goals: two candidates in a cell of a section, and the goal of their ratio. Of
 * several candidates that match an expression the best one counts; other builds of Tailrace do not count.
 *
 * @param theirs if empty, the raw round trip between the cores
 * @param figure of a measurement; less is better if the goal says so
 * @param onOldest the goal on the oldest JDK, which may be lower
 */
public record Claim(
        String label,
        String section,
        String cell,
        String ours,
        String theirs,
        String figure,
        Goal goal,
        Goal onOldest) {
    private static final String FILE = "goals.txt";
    private static final int OLDEST_JDK = 17;

    /** {@return the claims of one table, in their order} The file describes its columns. */
    public static List<Claim> of(String table) {
        try (InputStream in = Objects.requireNonNull(Claim.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(table + "|"))
                    .map(line -> parse(line.split("\\|", -1)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Claim parse(String[] words) {
        Goal goal = Goal.parse(words[7], words[8], words[9]);
        Goal onOldest = words.length > 10 ? Goal.parse(words[7], words[10], words[11]) : goal;
        return new Claim(words[1], words[2], words[3], words[4], words[5], words[6], goal, onOldest);
    }

    /** {@return the goal with a JDK} */
    Goal goal(int jdk) {
        return jdk == OLDEST_JDK ? onOldest : goal;
    }

    /** {@return the goals of a section and its measurements with one JDK: the claims with any} */
    public static String table(List<Measurement> all, int jdk, String name) {
        Table table = Table.of("to be reached|must|aim|measured|near only|far only|rounds near/far/mixed (disturbed)");
        for (Claim claim : of(name)) {
            Goal goal = claim.goal(jdk);
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
     * A bound that a median of ratios must reach, and one that it should reach.
     *
     * @param must NaN if there is none
     * @param aim NaN if there is none
     */
    public record Goal(boolean moreIsBetter, double must, double aim) {
        private static Goal parse(String direction, String must, String aim) {
            return new Goal(direction.equals(">="), bound(must), bound(aim));
        }

        private static double bound(String text) {
            return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
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

        /** {@return the result of a ratio; misses are bold} */
        String verdict(double ratio) {
            if (reaches(ratio, aim)) {
                return "aim reached";
            }
            if (Double.isNaN(must)) {
                return "aim NOT reached";
            }
            return reaches(ratio, must) ? "must reached" : "**NOT reached**";
        }

        /** {@return a text about ratios; bold if they miss the bound that they must reach} */
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
