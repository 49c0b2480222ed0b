/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Results;
import java.util.List;

/** The classic table: one for each burst length and JDK. */
public final class ClassicChapter {
    private static final String METHOD = """
        A producer sends a burst of messages and waits for the answer to the last one, which comes back through a
        wait-free queue of its own: mean, median and 99 % of that round trip in ns, as JMH samples it; medians of
        the rounds, each of which has a JVM of its own for every figure. The method is that of the talk "A Quest for
        Predictable Latency" (Martin Thompson, 2015); its figures, from a machine and versions of 2015, stand beside
        as history only. A message is an int; in a log it takes 16 bytes in Tailrace, 64 in Aeron. The consumer
        checks that none is lost, doubled or out of order. All have one driver thread at most, and none of those
        spins; all wait in the same way: they spin, with a pause instruction, or, marked *, where there are **more
        threads than cores**, spin 100 times and then yield. Rows marked so measure the scheduler as much as the
        queue. Aeron's best and Agrona's ring buffer run without Agrona's bounds checks. The Disruptor's consumer
        polls, as all do, instead of being called.

        Below 1 is better than Aeron's best: the best variant and call (offer or tryClaim) that a pilot found for
        that column; concurrent rows are compared with its concurrent publication, exclusive ones with its exclusive
        one. Ratios are medians of ratios within a round. The last column is (burst of 100 - burst of 1) / 99.

        """;

    static final Chapter CHAPTER = new Chapter("The classic table", ClassicChapter::toMarkdown);

    private ClassicChapter() {}

    private static String toMarkdown(List<Measurement> all, Plots plots) {
        StringBuilder text = new StringBuilder();
        Results.byJdk(all, ClassicSection.NAME).forEach((jdk, results) -> {
            for (int burst : Effort.BURSTS) {
                BurstTable table = new BurstTable(results, burst);
                String title = "Burst length = " + burst + ", JDK " + jdk;
                String plot = plots.add("classic-burst-" + burst + "-jdk" + jdk, table.bars(title));
                text.append("### " + title + "\n\n" + table.toMarkdown() + "\n" + plot + "\n");
            }
            text.append(circumstances(results));
        });
        return text.isEmpty() ? "" : METHOD + text;
    }

    private static String circumstances(Results results) {
        List<Measurement> all = results.all();
        List<Measurement> overhead = results.of(Bench.NOTHING, Bench.OVERHEAD);
        Spread raw = Spread.of(all, Measurement::rawNs);
        return String.format(
                """
                Aeron's best: %s; exclusive: %s. Taking an empty sample costs %s ns, which is in every figure. Raw round
                trip between the cores before each figure: median %.0f ns [%.0f–%.0f]; near (below %d ns) before
                %d of %d. %d were undisturbed by other processes.

                """,
                chosen(all, Row.AERON_BEST),
                chosen(all, Row.AERON_EXCLUSIVE_BEST),
                overhead.isEmpty() ? "?" : Measurement.text(overhead, Measurement::value, "%.0f"),
                raw.median(),
                raw.first(),
                raw.third(),
                Measurement.NEAR_BELOW_NS,
                all.stream().filter(Measurement::isNear).count(),
                all.size(),
                all.stream().filter(Measurement::isQuiet).count());
    }

    /** {@return which candidates the pilot chose for a row} */
    private static String chosen(List<Measurement> all, Row row) {
        return all.stream()
                .filter(measurement -> row.name().equals(measurement.details().get("row")))
                .map(measurement -> "`" + measurement.candidate() + "` for " + measurement.cell())
                .distinct()
                .sorted()
                .collect(joining(", "));
    }
}
