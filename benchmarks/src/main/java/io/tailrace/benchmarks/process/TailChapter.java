/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Spread;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plot.Axis;
import io.tailrace.benchmarks.report.Plot.Lines;
import io.tailrace.benchmarks.report.Plot.Series;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;

/** The tail as a table, and its intervals' maxima over time. */
final class TailChapter {
    private static final String EXPLANATION = """
            Two processes, open loop, 1,000,000 messages of 32 bytes a second; fresh processes in each round. A message
            takes 40 bytes of Tailrace's log and 64 of Aeron's: terms of 64 KiB are crossed 610 and 977 times a second,
            those of 1 GiB never. Medians over the rounds, in ns. `jitter` is two threads that keep the same schedule
            and send nothing. Aeron's driver idles as was best for each length of terms (`sleep`: in pauses as short as
            the system's, `subscriber`: the subscriber's thread runs it, else its own backoff). FAIL: less than 99.9 %
            of the rate was achieved.
            """;

    static final Chapter CHAPTER =
            Chapter.ofEachJdk("Tail: crossing terms", TailSection.NAME, EXPLANATION, TailChapter::ofJdk, all -> "\n");

    private TailChapter() {}

    private static String ofJdk(Chapter.Jdk jdk) {
        Found found = new Found(jdk.results());
        return table(found)
                + '\n'
                + TailSection.KINDS.stream()
                        .map(kind -> plot(jdk.feature(), kind, found, jdk.plots()))
                        .collect(joining());
    }

    private static String table(Found found) {
        Table table =
                Table.of("one way, ns|achieved|p99|p99.9|p99.99|max|median of the maxima of 250 ms|p99.9 to jitter"
                        + "|p99.9 to Aeron's best");
        for (Candidate candidate : found.candidates(TailSection.CELL)) {
            table.row(
                    candidate.toString(),
                    found.achieved(TailSection.CELL, candidate),
                    found.ns(TailSection.CELL, candidate, "p99", "p999", "p9999", "max"),
                    medianMaximum(found, candidate),
                    candidate.equals(Pair.JITTER)
                            ? ""
                            : found.results()
                                    .ratios(candidate, Pair.JITTER, TailSection.CELL, "p999")
                                    .text(),
                    found.textToAeron(TailSection.CELL, candidate, "p999"));
        }
        return table.toString();
    }

    private static String medianMaximum(Found found, Candidate candidate) {
        List<Double> maxima =
                maxima(found, candidate).stream().filter(max -> max > 0).toList();
        return maxima.isEmpty() ? "–" : String.format("%,.0f", Spread.of(maxima).median());
    }

    /** {@return the latest message of each interval of each round, one after the other; 0 where there was none} */
    private static List<Double> maxima(Found found, Candidate candidate) {
        return found.results().of(candidate, TailSection.CELL).stream()
                .flatMap(measurement -> measurement.numbers("intervalMax").stream())
                .toList();
    }

    private static String plot(int jdk, String kind, Found found, Plots plots) {
        List<Series> series = found.candidates(TailSection.CELL).stream()
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
        double seconds = found.results().of(candidate, TailSection.CELL).get(0).number("intervalMs") / 1e3;
        List<Series.Point> points = new ArrayList<>();
        for (double max : maxima(found, candidate)) {
            points.add(new Series.Point(seconds * (points.size() + 1), max));
        }
        return new Series(candidate.toString(), points);
    }
}
