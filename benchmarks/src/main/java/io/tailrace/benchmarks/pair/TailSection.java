/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static io.tailrace.benchmarks.peer.Candidate.CONCURRENT;
import static io.tailrace.benchmarks.peer.Candidate.EXCLUSIVE;
import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Lines;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Ratios.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The section {@code tail}. A pilot chooses the best idling of Aeron's driver for each term length. In the rounds each
 * candidate has its turn with new processes, one pair at a time: the largest terms take gigabytes, and a new log does
 * not cross them.
 */
public final class TailSection {
    static final String NAME = "tail";

    static final Cell CELL = Cell.named("oneway-32-at-1000000");
    static final List<String> KINDS = List.of(EXCLUSIVE, CONCURRENT);

    private static final String SMALL = "64k";

    /** Crossed after 26 s by Tailrace, after 17 s by Aeron. */
    private static final String LARGEST = "1024m";

    /** If there is no space for the largest: crossed every 6.7 s by Tailrace, every 4 s by Aeron. */
    private static final String LARGE = "256m";

    private static final long SPACE_FOR_LARGEST = 4L << 30;
    private static final List<String> DRIVER_IDLES = List.of("", "-sleep", "-subscriber");
    private static final Schedule PILOT_SLICE = Schedule.ofMs(200, 1_000);

    private static final String EXPLANATION = """
            Two processes, open loop, 1,000,000 messages of 32 bytes a second; fresh processes in each round. A message
            takes 40 bytes of Tailrace's log and 64 of Aeron's: terms of 64 KiB are crossed 610 and 977 times a second,
            those of 1 GiB never. Medians over the rounds, in ns. `jitter` is two threads that keep the same schedule
            and send nothing. Aeron's driver idles as was best for each length of terms (`sleep`: in pauses as short as
            the system's, `subscriber`: the subscriber's thread runs it, else its own backoff). FAIL: less than 99.9 %
            of the rate was achieved.
            """;

    static final Chapter CHAPTER =
            Chapter.ofEachJdk("Tail: crossing terms", NAME, EXPLANATION, TailSection::ofJdk, all -> "\n");

    public static final Section SECTION =
            new Section(NAME, Duration.ofMinutes(2), Duration.ofMinutes(9), TailSection::measure, CHAPTER);

    private TailSection() {}

    private static void measure(Lab lab) {
        boolean quick = lab.run().quick();
        int rounds = quick ? 1 : 3;
        Schedule slice = Schedule.ofMs(500, quick ? 5_000 : 10_000, 250);
        List<Candidate> candidates = candidates(lab);
        for (int round = 1; round <= rounds; round++) {
            lab.say("round " + round + " of " + rounds);
            for (Candidate candidate : lab.shuffled(candidates)) {
                measure(lab, round, candidate, slice);
            }
        }
    }

    private static List<Candidate> candidates(Lab lab) {
        String large = lab.usableSpace() >= SPACE_FOR_LARGEST ? LARGEST : LARGE;
        String bestSmall = bestAeron(lab, SMALL);
        String bestLarge = bestAeron(lab, large);
        List<Candidate> candidates = new ArrayList<>(List.of(Pair.JITTER));
        for (String kind : KINDS) {
            List.of(SMALL, large, Candidate.DEFAULT)
                    .forEach(terms -> candidates.add(Candidate.of(Product.TAILRACE, kind, terms)));
            List.of(bestSmall, bestLarge)
                    .forEach(variant -> candidates.add(Candidate.of(Product.AERON, kind, variant)));
        }
        return candidates;
    }

    /** {@return the variant whose exclusive publications have the least late tail} */
    private static String bestAeron(Lab lab, String terms) {
        lab.say("pilot, Aeron with terms of " + terms);
        return DRIVER_IDLES.stream()
                .map(idle -> measure(
                        lab, Measurement.PILOT, Candidate.of(Product.AERON, EXCLUSIVE, terms + idle), PILOT_SLICE))
                .min(Comparator.comparingDouble(measurement -> measurement.number("p999")))
                .map(measurement -> new Candidate(measurement.candidate()).variant())
                .orElseThrow();
    }

    /** Each round is a block with new processes. */
    private static Measurement measure(Lab lab, int block, Candidate candidate, Schedule slice) {
        try (Pair pair = new Pair(lab, candidate, Shape.THERE)) {
            pair.warmUp(List.of(CELL), 1_600);
            return pair.measure(block, 1, CELL, slice);
        }
    }

    private static String ofJdk(Chapter.Jdk jdk) {
        Found found = new Found(jdk.results());
        return table(found)
                + '\n'
                + KINDS.stream()
                        .map(kind -> plot(jdk.feature(), kind, found, jdk.plots()))
                        .collect(joining());
    }

    private static String table(Found found) {
        Table table =
                Table.of("one way, ns|achieved|p99|p99.9|p99.99|max|median of the maxima of 250 ms|p99.9 to jitter"
                        + "|p99.9 to Aeron's best");
        for (Candidate candidate : found.candidates(CELL)) {
            table.row(
                    candidate.toString(),
                    found.achieved(CELL, candidate),
                    found.ns(CELL, candidate, "p99", "p999", "p9999", "max"),
                    medianMaximum(found, candidate),
                    candidate.equals(Pair.JITTER)
                            ? ""
                            : found.results()
                                    .ratios(candidate, Pair.JITTER, CELL, "p999")
                                    .text(),
                    found.textToAeron(CELL, candidate, "p999"));
        }
        return table.toString();
    }

    private static String medianMaximum(Found found, Candidate candidate) {
        List<Double> maxima =
                maxima(found, candidate).stream().filter(max -> max > 0).toList();
        return maxima.isEmpty() ? "–" : String.format("%,.0f", Spread.of(maxima).median());
    }

    /** {@return the latest message of each interval of each round, in order; 0 if there was none} */
    private static List<Double> maxima(Found found, Candidate candidate) {
        return found.results().of(candidate, CELL).stream()
                .flatMap(measurement -> measurement.numbers("intervalMax").stream())
                .toList();
    }

    private static String plot(int jdk, String kind, Found found, Plots plots) {
        List<Series> series = found.candidates(CELL).stream()
                .filter(candidate -> candidate.kind().equals(kind) || candidate.equals(Pair.JITTER))
                .map(candidate -> overTime(found, candidate))
                .toList();
        String title = "The latest message of each 250 ms, " + kind + ", 1,000,000/s of 32 bytes, JDK " + jdk;
        return plots.add(
                "tail-" + kind + "-jdk" + jdk,
                new Lines(
                        title, Axis.linear("seconds, round after round"), Axis.log("latency, ns"), series, List.of()));
    }

    private static Series overTime(Found found, Candidate candidate) {
        double seconds = found.results().of(candidate, CELL).get(0).number("intervalMs") / 1e3;
        List<Series.Point> points = new ArrayList<>();
        for (double max : maxima(found, candidate)) {
            points.add(new Series.Point(seconds * (points.size() + 1), max));
        }
        return new Series(candidate.toString(), points);
    }
}
