/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.classic.ClassicSection.Cell;
import io.tailrace.benchmarks.classic.ClassicSection.Effort;
import io.tailrace.benchmarks.classic.ClassicSection.Row;
import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Bars;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Ratios.Spread;
import io.tailrace.benchmarks.report.Results;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The classic table: one for each burst length and JDK. */
public final class ClassicChapter {
    private static final String METHOD = """
        A producer sends a burst of messages and waits for the answer to the last one, which returns through
        a wait-free queue of its own: mean, median and 99 % of that round trip in ns; medians of the rounds,
        each of which has a JVM of its own for every figure. The method is that of the talk "A Quest for
        Predictable Latency" (Martin Thompson, 2015); its figures, from a machine and versions of 2015, are
        history only. A message is a number; in a log it takes 16 bytes in Tailrace, 64 in Aeron. The
        consumer checks that none is lost, doubled or out of order. All have one driver thread at most, and
        none of those spins; all wait in the same way: they spin, with a pause instruction, or, marked *,
        where there are **more threads than cores**, spin 100 times and then yield. Rows marked so measure
        the scheduler as much as the queue. Aeron's best and Agrona's ring buffer run without Agrona's
        bounds checks. The Disruptor's consumer polls, as all do, instead of being called.

        Below 1 is better than Aeron's best: the best variant and call (offer or tryClaim) that a pilot
        found for that column; concurrent rows are compared with its concurrent publication, exclusive ones
        with its exclusive one. Ratios are medians of ratios within a round. The last column is (burst of
        100 - burst of 1) / 99.

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
        List<Measurement> overhead = results.of(ClassicSection.NOTHING, ClassicSection.OVERHEAD);
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

    /** {@return the candidates that the pilot chose for a row} */
    private static String chosen(List<Measurement> all, Row row) {
        return all.stream()
                .filter(measurement -> row.name().equals(measurement.details().get("row")))
                .map(measurement -> "`" + measurement.candidate() + "` for " + measurement.cell())
                .distinct()
                .sorted()
                .collect(joining(", "));
    }

    /** The table of one burst length and one JDK, and its bars. */
    record BurstTable(Results results, int burst) {
        private static final List<Integer> PRODUCERS = Effort.FULL.producers();
        private static final String NOTHING = "–";

        String toMarkdown() {
            Table table = Table.of(
                    "Queue|Prod #|Mean|p50|99 %|2015: mean|99 %|to the baseline|to Aeron's best [quartiles]|near|far"
                            + "|ns for one more message");
            for (Row row : Row.values()) {
                for (int producers : PRODUCERS) {
                    if (!of(row, producers).isEmpty()) {
                        table.row(cells(row, producers));
                    }
                }
            }
            return table.toString();
        }

        /** {@return the rounds of one cell; none if it was not measured} */
        private List<Measurement> of(Row row, int producers) {
            return of(row, producers, burst);
        }

        private List<Measurement> of(Row row, int producers, int length) {
            return results.all().stream()
                    .filter(measurement -> measurement.cell().equals(Cell.name(producers, length)))
                    .filter(measurement -> measurement.text("row").equals(row.name()))
                    .toList();
        }

        private Object[] cells(Row row, int producers) {
            List<Measurement> rounds = of(row, producers);
            History history = History.of(row, producers, burst);
            boolean isRival = row.rival() == row;
            Ratios toAeron = Ratios.of(rounds, of(row.rival(), producers));
            Ratios toBaseline = Ratios.of(rounds, of(Row.WAIT_FREE, producers));
            return new Object[] {
                row.label(),
                producers
                        + (ClassicSection.waits(Waits.YIELD)
                                        .equals(rounds.get(0).text("wait"))
                                ? " *"
                                : ""),
                ns(rounds, Measurement.VALUE),
                ns(rounds, "p50"),
                ns(rounds, "p99"),
                history == null ? NOTHING : String.format("%,.0f", history.mean()),
                history == null ? NOTHING : String.format("%,.0f", history.p99()),
                toBaseline.isEmpty()
                        ? NOTHING
                        : String.format("%.2fx", toBaseline.spread().median()),
                isRival ? NOTHING : toAeron.text(),
                isRival ? NOTHING : toAeron.text(Ratios.Place.NEAR),
                isRival ? NOTHING : toAeron.text(Ratios.Place.FAR),
                producers == 1 ? marginal(row) : NOTHING
            };
        }

        /** {@return the cost of one more message in a long burst, in ns} */
        private String marginal(Row row) {
            int shortest = Effort.BURSTS.get(0);
            int longest = Effort.BURSTS.get(1);
            List<Measurement> one = of(row, 1, shortest);
            List<Measurement> many = of(row, 1, longest);
            return one.isEmpty() || many.isEmpty()
                    ? NOTHING
                    : String.format("%.1f", (mean(many) - mean(one)) / (longest - shortest));
        }

        private static double mean(List<Measurement> rounds) {
            return Spread.of(rounds, Measurement::value).median();
        }

        private static String ns(List<Measurement> rounds, String figure) {
            return Measurement.text(rounds, round -> round.number(figure), "%,.0f");
        }

        Bars bars(String title) {
            List<Bars.Group> groups = new ArrayList<>();
            for (Row row : Row.values()) {
                Map<String, Double> values = new LinkedHashMap<>();
                for (int producers : PRODUCERS) {
                    putMean(values, producers == 1 ? "1 producer" : producers + " producers", row, producers);
                }
                if (!values.isEmpty()) {
                    groups.add(new Bars.Group(row.label(), values));
                }
            }
            Map<String, Double> limits = new LinkedHashMap<>();
            putMean(limits, "wait-free", Row.WAIT_FREE, 1);
            return new Bars(title, Axis.log("mean round trip in ns"), groups, limits);
        }

        private void putMean(Map<String, Double> values, String name, Row row, int producers) {
            List<Measurement> rounds = of(row, producers);
            if (!rounds.isEmpty()) {
                values.put(name, mean(rounds));
            }
        }
    }

    /**
     * The figures of the talk "A Quest for Predictable Latency" (Martin Thompson, 2015), in ns: Java 8, Ubuntu 15.04,
     * i7-3632QM at 2.2 GHz with 4 cores, Disruptor 3.3.2, Aeron before 0.3. History only: another machine, other
     * versions.
     */
    record History(double mean, double p99) {
        private static final String FILE = "history.txt";

        /** {@return the figure of the talk for a cell, if it has one} */
        static @Nullable History of(Row row, int producers, int burst) {
            int first = burst == Effort.BURSTS.get(0) ? 1 : 3;
            try (InputStream in = Objects.requireNonNull(History.class.getResourceAsStream(FILE), FILE)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> line.split(" ", -1))
                        .filter(words -> words[0].equals(row + "-" + producers))
                        .map(words ->
                                new History(Double.parseDouble(words[first]), Double.parseDouble(words[first + 1])))
                        .findFirst()
                        .orElse(null);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
