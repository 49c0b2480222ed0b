/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.report.Measurement.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * One candidate against another: ratios of a figure of the same cell, JDK, block and round only. Disturbed rounds count
 * only if there are no undisturbed ones.
 *
 * @param rounds that count
 * @param disturbed number of rounds during which others used the processors
 */
record Ratios(List<Round> rounds, int disturbed) {
    /** A ratio, and the distance of the cores. */
    record Round(double ratio, Place place) {}

    /** Divides each figure of ours by that of theirs of the same round. */
    static Ratios of(List<Measurement> ours, List<Measurement> theirs, String figure) {
        List<Round> quiet = new ArrayList<>();
        List<Round> disturbed = new ArrayList<>();
        for (Measurement our : ours) {
            for (Measurement their : theirs) {
                OptionalDouble one = our.number(figure);
                OptionalDouble other = their.number(figure);
                if (isSameRound(our, their) && one.isPresent() && other.isPresent() && other.getAsDouble() != 0) {
                    double ratio = one.getAsDouble() / other.getAsDouble();
                    Round round = new Round(ratio, our.place().and(their.place()));
                    (our.isQuiet() && their.isQuiet() ? quiet : disturbed).add(round);
                }
            }
        }
        return new Ratios(quiet.isEmpty() ? disturbed : quiet, disturbed.size());
    }

    private static boolean isSameRound(Measurement our, Measurement their) {
        return our.jdk() == their.jdk()
                && our.block() == their.block()
                && our.round() == their.round()
                && our.cell().equals(their.cell());
    }

    /** {@return the median with quartiles, such as {@code 1.51 [1.47–1.53]}; a dash if there is none} */
    String text() {
        return rounds.isEmpty() ? "–" : spread().text(figure -> String.format("%.2f", figure));
    }

    private Spread spread() {
        return Spread.of(rounds.stream().map(Round::ratio).toList());
    }

    /** {@return the median of the rounds at one distance; a dash if there is none} */
    String text(Place place) {
        List<Round> there =
                rounds.stream().filter(round -> round.place() == place).toList();
        return there.isEmpty()
                ? "–"
                : String.format("%.2f", new Ratios(there, 0).spread().median());
    }

    /** {@return the numbers of near, far, mixed and disturbed rounds} */
    String places() {
        return count(Place.NEAR) + "/" + count(Place.FAR) + "/" + count(Place.MIXED) + " (" + disturbed + ")";
    }

    private long count(Place place) {
        return rounds.stream().filter(round -> round.place() == place).count();
    }

    /** Median and quartiles of figures. */
    record Spread(double first, double median, double third) {
        /** @throws IllegalArgumentException if there are no figures */
        static Spread of(List<Double> figures) {
            if (figures.isEmpty()) {
                throw new IllegalArgumentException("no figures");
            }
            List<Double> sorted = figures.stream().sorted().toList();
            return new Spread(quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75));
        }

        /** Between two figures it is interpolated. */
        private static double quantile(List<Double> sorted, double fraction) {
            double place = fraction * (sorted.size() - 1);
            int low = (int) place;
            int high = Math.min(low + 1, sorted.size() - 1);
            return sorted.get(low) + (place - low) * (sorted.get(high) - sorted.get(low));
        }

        String text(DoubleFunction<String> format) {
            return format.apply(median) + " [" + format.apply(first) + "–" + format.apply(third) + "]";
        }
    }
}
