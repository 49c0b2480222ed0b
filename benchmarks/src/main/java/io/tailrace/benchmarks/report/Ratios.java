/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One candidate against another: ratios of measurements of the same cell, JDK, block and round only. Disturbed rounds
 * count only if there are no undisturbed ones.
 */
public final class Ratios {
    /** The distance of the two cores during a round. */
    public enum Place {
        /** They share a cache. */
        NEAR,
        /** They share no cache. */
        FAR,
        /** The host moved them in between. */
        MIXED
    }

    /** A ratio, and the distance of the cores. */
    public record Round(double ratio, Place place) {}

    private final List<Round> rounds;
    private final int disturbed;

    private Ratios(List<Round> rounds, int disturbed) {
        this.rounds = rounds;
        this.disturbed = disturbed;
    }

    /** Divides each of our measurements by each of theirs of the same round. The pilot does not count. */
    public static Ratios of(List<Measurement> ours, List<Measurement> theirs) {
        List<Round> quiet = new ArrayList<>();
        List<Round> disturbed = new ArrayList<>();
        for (Measurement our : ours) {
            for (Measurement their : theirs) {
                if (!our.isPilot() && isSameRound(our, their) && (our.value() != 0 || their.value() != 0)) {
                    Round round = new Round(our.value() / their.value(), place(our, their));
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

    private static Place place(Measurement our, Measurement their) {
        if (our.isNear() != their.isNear()) {
            return Place.MIXED;
        }
        return our.isNear() ? Place.NEAR : Place.FAR;
    }

    /** {@return all ratios that count} */
    public List<Round> rounds() {
        return List.copyOf(rounds);
    }

    /** {@return the number of disturbed rounds} */
    public int disturbed() {
        return disturbed;
    }

    /** {@return whether there is no round with both} */
    public boolean isEmpty() {
        return rounds.isEmpty();
    }

    /** {@return median and quartiles} */
    public Spread spread() {
        return Spread.of(rounds.stream().map(Round::ratio).toList());
    }

    /** {@return the ratios of rounds at one distance} */
    Ratios at(Place place) {
        return new Ratios(
                rounds.stream().filter(round -> round.place() == place).toList(), disturbed);
    }

    /**
     * {@return the median with quartiles and count, such as {@code 1.51x [1.47–1.53] n=32}; a dash if there is none}
     */
    public String text() {
        if (isEmpty()) {
            return "–";
        }
        Spread spread = spread();
        return String.format("%.2fx [%.2f–%.2f] n=%d", spread.median(), spread.first(), spread.third(), spread.count());
    }

    /** {@return the median of the rounds at one distance; a dash if there is none} */
    public String text(Place place) {
        return count(place) == 0
                ? "–"
                : String.format("%.2fx", at(place).spread().median());
    }

    /** {@return the median that decides: that of the near rounds if there are any} */
    double decisive() {
        return (count(Place.NEAR) == 0 ? this : at(Place.NEAR)).spread().median();
    }

    /** {@return both such medians} */
    public String nearAndFar() {
        return text(Place.NEAR) + " / " + text(Place.FAR);
    }

    /** {@return the numbers of near, far, mixed and disturbed rounds} */
    public String places() {
        return count(Place.NEAR) + "/" + count(Place.FAR) + "/" + count(Place.MIXED) + " (" + disturbed + ")";
    }

    private long count(Place place) {
        return rounds.stream().filter(round -> round.place() == place).count();
    }

    /** Median and quartiles of figures. */
    public record Spread(int count, double first, double median, double third) {
        /** {@return the spread of a figure} */
        public static <T> Spread of(List<T> all, ToDoubleFunction<T> figure) {
            return of(all.stream().map(figure::applyAsDouble).toList());
        }

        /**
         * Sorts the figures.
         *
         * @throws IllegalArgumentException if there are none
         */
        public static Spread of(List<Double> figures) {
            if (figures.isEmpty()) {
                throw new IllegalArgumentException("no figures");
            }
            List<Double> sorted = figures.stream().sorted().toList();
            return new Spread(sorted.size(), quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75));
        }

        private static double quantile(List<Double> sorted, double fraction) {
            double place = fraction * (sorted.size() - 1);
            int below = (int) place;
            int above = Math.min(below + 1, sorted.size() - 1);
            return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
        }
    }
}
