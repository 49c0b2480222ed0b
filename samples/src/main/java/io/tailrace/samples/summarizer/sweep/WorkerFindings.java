/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** The findings that compare numbers of workers, and what stands beside them. */
final class WorkerFindings {
    /** "Lost half" leaves room for figures that jitter. */
    private static final double ABOUT_HALF = 0.6;
    /** Of the lines that were offered. */
    private static final double KEPT_UP = 0.95;

    private final Cells cells;
    private final Cells usual;
    private final double least;

    /** A difference smaller than the least counts for none. */
    WorkerFindings(Cells cells, double least) {
        this.least = least;
        this.cells = cells.where(setting -> !setting.joint().equals(Setting.NONE) && !setting.isTcp());
        this.usual = this.cells.usual();
    }

    /** Finding 3. */
    Verdict consumersOfOneQueue() {
        String claim = "ArrayBlockingQueue loses half of its throughput between two and three consumers;"
                + " LinkedBlockingQueue with several is always better than with one";
        List<Double> array = new ArrayList<>();
        for (Cells row : rowsOfParsers("array")) {
            Optional<Cell> two = row.where(setting -> setting.parsers() == 2).best();
            row.all().stream()
                    .filter(cell -> cell.setting().parsers() > 2)
                    .findFirst()
                    .ifPresent(more -> two.ifPresent(cell -> array.add(more.rate() / cell.rate())));
        }
        List<Double> linked = new ArrayList<>();
        for (Cells row : rowsOfParsers("linked")) {
            Optional<Cell> one = row.where(setting -> setting.parsers() == 1).best();
            row.all().stream()
                    .filter(cell -> cell.setting().parsers() > 1)
                    .forEach(more -> one.ifPresent(cell -> linked.add(more.rate() / cell.rate())));
        }
        if (array.isEmpty() || linked.isEmpty()) {
            return Verdict.cannotTell(
                    3, claim, "It takes points of array with 2 parsers and more, and of linked with 1 and more.");
        }
        Spread arrays = Spread.of(array);
        Spread linkeds = Spread.of(linked);
        return Verdict.of(
                3,
                claim,
                arrays.median() <= ABOUT_HALF && linkeds.least() > 1,
                "Parsers are the consumers. Array with more than two has %s times the rate it has with two; linked with"
                        + " several %s times the rate it has with one, in %d of %d cases better.",
                text(arrays),
                text(linkeds),
                linked.stream().filter(ratio -> ratio > 1).count(),
                linked.size());
    }

    /** Cells of a joint that differ in the number of parsers only. */
    private List<Cells> rowsOfParsers(String joint) {
        return usual.ofJoints(List.of(joint)).groups(setting -> List.of(setting.version(), setting.summarizers()));
    }

    /** Finding 4. */
    Verdict sizeAndWorkers() {
        String claim = "The size of queues hardly matters once it buffers jitter; one worker more or less matters much";
        List<Double> large = sizeEffects(size -> size >= Setting.USUAL_QUEUE);
        List<Double> workers = Stream.concat(
                        neighbours(setting -> List.of(setting.joint(), setting.version(), setting.summarizers())),
                        neighbours(setting -> List.of(setting.joint(), setting.version(), setting.parsers())))
                .toList();
        if (large.isEmpty() || workers.isEmpty()) {
            return Verdict.cannotTell(
                    4, claim, "It takes points with queues of several sizes, and with several workers.");
        }
        List<Double> small = sizeEffects(size -> size <= Setting.USUAL_QUEUE);
        Spread sizeEffect = Spread.of(large);
        Spread workerEffect = Spread.of(workers);
        return Verdict.of(
                4,
                claim,
                sizeEffect.median() <= least && workerEffect.median() > least,
                "The median difference between queues of %,d and more is %.0f %%%s; the one between numbers of workers"
                        + " next to each other is %.0f %%, and at most %.0f %%.",
                Setting.USUAL_QUEUE,
                100 * sizeEffect.median(),
                small.isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ", down to the smallest %.0f %%",
                                100 * Spread.of(small).median()),
                100 * workerEffect.median(),
                100 * workerEffect.most());
    }

    private List<Double> sizeEffects(IntPredicate sizes) {
        return cells
                .where(setting -> setting.linesPerS() == 0 && sizes.test(setting.queue()))
                .groups(setting -> setting.withQueue(0))
                .stream()
                .filter(row -> row.all().size() > 1)
                .map(row -> difference(row.all()))
                .toList();
    }

    private Stream<Double> neighbours(Function<Setting, List<Object>> row) {
        return usual.groups(row).stream().flatMap(cellsOfRow -> {
            List<Cell> all = cellsOfRow.all();
            return Stream.iterate(1, i -> i < all.size(), i -> i + 1)
                    .map(i -> difference(List.of(all.get(i - 1), all.get(i))));
        });
    }

    /** By how much the fastest is faster than the slowest. */
    private static double difference(List<Cell> some) {
        Spread rates = Spread.of(some.stream().map(Cell::rate).toList());
        return rates.most() / rates.least() - 1;
    }

    /** Finding 5. */
    Verdict rateAndWorkers() {
        String claim = "At a high rate more workers make it worse; at 25,000 a second they do not";
        List<Double> unlimited = new ArrayList<>();
        List<Double> kept = new ArrayList<>();
        for (Cells row : cells.where(setting -> setting.queue() == Setting.USUAL_QUEUE)
                .groups(setting -> List.of(setting.joint(), setting.version(), setting.linesPerS()))) {
            if (row.all().size() > 1) {
                Cell fewest = row.all().get(0);
                Cell most = row.all().get(row.all().size() - 1);
                double offered = most.setting().linesPerS();
                (offered == 0 ? unlimited : kept).add(most.rate() / (offered == 0 ? fewest.rate() : offered));
            }
        }
        if (unlimited.isEmpty() || kept.isEmpty()) {
            return Verdict.cannotTell(
                    5, claim, "It takes points with few and with many workers, with and without a rate.");
        }
        Spread ratios = Spread.of(unlimited);
        Spread keptUp = Spread.of(kept);
        return Verdict.of(
                5,
                claim,
                ratios.median() < 1 - least && keptUp.median() >= KEPT_UP,
                "Unpaced, the most workers have %s times the rate of the fewest. Of the lines that came at a"
                        + " rate the most workers kept up with %s.",
                text(ratios),
                text(keptUp));
    }

    /** Finding 6. */
    Verdict versions() {
        String claim = "The two versions want different numbers of workers";
        List<Double> losses = new ArrayList<>();
        for (Cells joint : usual.groups(Setting::joint)) {
            Optional<Cell> best1 = joint.ofVersion(1).best();
            Optional<Cell> best2 = joint.ofVersion(2).best();
            if (best1.isPresent() && best2.isPresent()) {
                losses.add(Math.max(
                        loss(joint, best1.get(), best2.get().setting()),
                        loss(joint, best2.get(), best1.get().setting())));
            }
        }
        if (losses.isEmpty()) {
            return Verdict.cannotTell(6, claim, "It takes points of both versions.");
        }
        Spread loss = Spread.of(losses);
        String best = usual.versions().stream()
                .flatMap(version -> usual.ofVersion(version).best().stream())
                .sorted(Comparator.comparing(cell -> cell.setting().version()))
                .map(cell -> cell.setting().toString())
                .collect(joining("; "));
        return Verdict.of(
                6,
                claim,
                loss.median() > least,
                "With the best number of workers of the other version, the one that it costs more loses %.0f %% (median"
                        + " of %d joints, %.0f to %.0f %%). Best of all: %s.",
                100 * loss.median(),
                losses.size(),
                100 * loss.least(),
                100 * loss.most(),
                best);
    }

    /** What it loses with the workers of another one; nothing where that was not measured. */
    private static double loss(Cells joint, Cell best, Setting other) {
        Setting setting =
                Setting.of(best.setting().joint(), best.setting().version(), other.parsers(), other.summarizers());
        return joint.find(setting).map(cell -> 1 - cell.rate() / best.rate()).orElse(0.0);
    }

    private static String text(Spread ratios) {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", ratios.median(), ratios.least(), ratios.most());
    }
}
