/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import static java.util.stream.Collectors.joining;

import io.tailrace.samples.summarizer.pipeline.Fill;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The findings that compare joints. */
final class JointFindings {
    /** Of its time, so that a stage counts as one or the other. */
    private static final double MOSTLY = 0.5;

    private static final double NEARLY_ALWAYS = 0.8;
    private static final double MUCH_JITTER = 0.1;
    private static final List<String> BYTES = List.of("dispatch", "lines");

    private final Cells usual;
    private final double least;

    /** A difference smaller than the least counts for none. */
    JointFindings(Cells cells, double least) {
        this.least = least;
        this.usual = cells.usual();
    }

    /** Finding 1. */
    Verdict fullOrEmpty() {
        String claim = "Queues are nearly always full or nearly always empty";
        List<List<Fill>> runs = usual.ofJoints(Findings.QUEUES).all().stream()
                .flatMap(cell -> cell.results().stream())
                .map(Result::fills)
                .filter(fills -> !fills.isEmpty())
                .toList();
        if (runs.isEmpty()) {
            return Verdict.cannotTell(1, claim, "No queue was looked at.");
        }
        List<Double> shares = runs.stream()
                .flatMap(List::stream)
                .map(fill -> fill.nearlyEmpty() + fill.nearlyFull())
                .toList();
        double share = Spread.of(shares).median();
        List<List<Fill>> several = runs.stream()
                .map(JointFindings::summarizers)
                .filter(fills -> fills.size() > 1)
                .toList();
        long split = several.stream().filter(JointFindings::isSplit).count();
        return Verdict.of(
                1,
                claim,
                share >= NEARLY_ALWAYS,
                "The median queue was nearly empty or nearly full %.0f %% of the time (%d queues of %d runs). In %d of"
                        + " %d runs with several summarizers one of their queues was nearly full most of the time and"
                        + " another nearly empty. All queues here are bounded.",
                100 * share,
                shares.size(),
                runs.size(),
                split,
                several.size());
    }

    private static List<Fill> summarizers(List<Fill> fills) {
        return fills.stream()
                .filter(fill -> fill.stage().startsWith("summarize"))
                .toList();
    }

    private static boolean isSplit(List<Fill> fills) {
        return fills.stream().anyMatch(fill -> fill.nearlyFull() >= MOSTLY)
                && fills.stream().anyMatch(fill -> fill.nearlyEmpty() >= MOSTLY);
    }

    /** Finding 7. */
    Verdict disruptor() {
        String claim = "The Disruptor matches the best queue and uses more processor time";
        List<String> parts = new ArrayList<>();
        boolean isTrue = true;
        for (int version : usual.versions()) {
            Cells all = usual.ofVersion(version);
            Optional<Cell> disruptor = all.ofJoints(List.of("disruptor")).best();
            Optional<Cell> other = all.where(setting -> Findings.QUEUES.contains(setting.joint())
                            && !setting.joint().equals("disruptor"))
                    .best();
            if (disruptor.isPresent() && other.isPresent()) {
                double rates = disruptor.get().rate() / other.get().rate();
                double cpus = disruptor.get().cpu() / other.get().cpu();
                isTrue &= rates >= 1 - least && cpus >= 1 + least;
                parts.add(String.format(
                        Locale.ROOT,
                        "version %d: %.2f times the rate of the best other (%s) for %.2f times its processor time",
                        version,
                        rates,
                        other.get().setting().joint(),
                        cpus));
            }
        }
        return parts.isEmpty()
                ? Verdict.cannotTell(7, claim, "There are no points of the Disruptor and of another queue.")
                : Verdict.of(7, claim, isTrue, "%s.", sentence(parts));
    }

    /** Finding 8. */
    Verdict jitter() {
        String claim = "Averages hide the jitter of the raw points";
        List<Cell> repeated =
                usual.all().stream().filter(cell -> cell.results().size() > 1).toList();
        if (repeated.isEmpty()) {
            return Verdict.cannotTell(8, claim, "No setting was measured twice.");
        }
        double median = Spread.of(repeated.stream().map(Cell::jitter).toList()).median();
        Cell widest =
                repeated.stream().max(Comparator.comparingDouble(Cell::jitter)).orElseThrow();
        return Verdict.of(
                8,
                claim,
                median > MUCH_JITTER,
                "The fastest point of a setting is %.0f %% above its slowest (median of %d settings), and at worst"
                        + " %.0f %% (%s).",
                100 * median,
                repeated.size(),
                100 * widest.jitter(),
                widest.setting());
    }

    /** Finding 9. */
    Verdict parsedWhereConsumed() {
        String claim = "LinkedTransferQueue, or better: the bytes themselves go through the ring, and are parsed where"
                + " they are consumed (asked for and named, not tried)";
        List<String> parts = new ArrayList<>();
        boolean isTrue = true;
        for (int version : usual.versions()) {
            Cells all = usual.ofVersion(version);
            Optional<Cell> bytes = all.ofJoints(BYTES).best();
            Optional<Cell> queue = all.ofJoints(Findings.QUEUES).best();
            if (bytes.isPresent() && queue.isPresent()) {
                isTrue &= bytes.get().rate() >= (1 - least) * queue.get().rate();
                parts.add(Stream.of(
                                ratio("bytes (" + bytes.get().setting().joint() + ")", bytes, "the best queue", queue),
                                ratio("transfer", best(all, "transfer"), "linked", best(all, "linked")),
                                ratio("lines", best(all, "lines"), "events", best(all, "events")))
                        .flatMap(Optional::stream)
                        .collect(joining(", ", "version " + version + ": ", "")));
            }
        }
        return parts.isEmpty()
                ? Verdict.cannotTell(9, claim, "There are no points of dispatch or lines, and of a queue.")
                : Verdict.of(9, claim, isTrue, "%s.", sentence(parts));
    }

    private static Optional<Cell> best(Cells cells, String joint) {
        return cells.ofJoints(List.of(joint)).best();
    }

    private static Optional<String> ratio(String name, Optional<Cell> cell, String otherName, Optional<Cell> other) {
        return cell.flatMap(one -> other.map(
                two -> String.format(Locale.ROOT, "%s %.2f times %s", name, one.rate() / two.rate(), otherName)));
    }

    private static String sentence(List<String> parts) {
        String text = String.join("; ", parts);
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
