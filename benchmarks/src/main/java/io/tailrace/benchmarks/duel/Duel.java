/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * One candidate against another in one workload: ratios of slices of the same round, never of figures of different ones.
 * Rounds that other processes disturbed count only where there are no others.
 */
final class Duel {
    private final Workload workload;
    private final List<Round> rounds;
    private final int disturbed;

    /** Two slices of one round. */
    private record Round(Sample ours, Sample theirs) {
        double ratio() {
            return ours.value() / theirs.value();
        }

        boolean isQuiet() {
            return ours.isQuiet() && theirs.isQuiet();
        }

        boolean isNear() {
            return ours.isNear() && theirs.isNear();
        }

        boolean isFar() {
            return !ours.isNear() && !theirs.isNear();
        }
    }

    Duel(Workload workload, List<Sample> ours, List<Sample> theirs) {
        this.workload = workload;
        List<Round> all = new ArrayList<>();
        for (Sample our : ours) {
            theirs.stream()
                    .filter(their -> their.block() == our.block() && their.round() == our.round())
                    .forEach(their -> all.add(new Round(our, their)));
        }
        List<Round> quiet = all.stream().filter(Round::isQuiet).toList();
        rounds = quiet.isEmpty() ? all : quiet;
        disturbed = all.size() - quiet.size();
    }

    /** {@return the median ratio and its quartiles} */
    String ratio() {
        Spread spread = spread(round -> true);
        return String.format("%.2fx [%.2f–%.2f] n=%d", spread.median(), spread.first(), spread.third(), spread.count());
    }

    /** {@return the median of the rounds that were near, if there are any} */
    String nearRatio() {
        return rounds.stream().anyMatch(Round::isNear)
                ? String.format("%.2fx", spread(Round::isNear).median())
                : "–";
    }

    /** {@return how many rounds were near, far, neither because the cores moved in between (and disturbed)} */
    String places() {
        long near = rounds.stream().filter(Round::isNear).count();
        long far = rounds.stream().filter(Round::isFar).count();
        return near + "/" + far + "/" + (rounds.size() - near - far) + " (" + disturbed + ")";
    }

    /** {@return ahead or BEHIND if three of four rounds say so} */
    String verdict() {
        Spread spread = spread(round -> true);
        if (spread.first() > 1) {
            return workload.isThroughput() ? "ahead" : "BEHIND";
        }
        if (spread.third() < 1) {
            return workload.isThroughput() ? "BEHIND" : "ahead";
        }
        return "even";
    }

    private Spread spread(Predicate<Round> filter) {
        return Spread.of(rounds.stream().filter(filter).map(Round::ratio).toList());
    }
}
