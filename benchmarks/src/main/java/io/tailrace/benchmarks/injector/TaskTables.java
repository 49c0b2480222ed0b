/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Plan.Cell;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Bars;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of one JDK for tasks, as tables and bars.
 *
 * @param baseline of the comparisons
 * @param called its name in the bars
 * @param rates of the trickle
 * @param trickle the text above its table
 */
record TaskTables(String section, Kind baseline, String called, List<Integer> rates, String trickle) {
    private static final String TASKS = "tasksPerSecond";

    String of(Chapter.Jdk jdk) {
        Results results = jdk.results();
        StringBuilder text = new StringBuilder();
        List<Cell> cells = results.cells(Cell::parse)
                .flatMap(Optional::stream)
                .sorted(Comparator.comparing(Cell::taskUs)
                        .thenComparing(Cell::threads)
                        .thenComparing(Cell::waiting))
                .toList();
        cells.stream().map(Cell::taskUs).distinct().forEach(us -> text.append(fullSpeed(
                        us, cells.stream().filter(cell -> cell.taskUs() == us).toList(), results))
                .append('\n'));
        return text.append(trickle)
                .append('\n')
                .append(trickle(results))
                .append('\n')
                .append(plot(jdk, cells))
                .toString();
    }

    private String fullSpeed(int us, List<Cell> cells, Results results) {
        String to = "|to " + baseline.candidate();
        Table table = Table.of("tasks of " + us + " µs|tasks/s" + to + "|CPU of a submit, ns" + to
                + "|switches a task|CPU, %|allocated a task, B|rounds");
        for (Cell cell : cells) {
            for (Kind kind : Kind.values()) {
                String candidate = kind.candidate();
                String name = cell.toString();
                if (results.has(candidate, name)) {
                    boolean handsOver = kind != Kind.LOOPS;
                    table.row(
                            cell.executor() + ", " + candidate,
                            results.text("%,.0f", candidate, name, TASKS),
                            ratio(results, kind, name, TASKS),
                            handsOver ? results.text("%,.0f", candidate, name, "submitNs") : "",
                            handsOver ? ratio(results, kind, name, "submitNs") : "",
                            results.texts(
                                    candidate, name, "%.4f switchesPerTask", "%.0f cpuPercent", "%.1f bytesPerTask"),
                            results.rounds(candidate, name));
                }
            }
        }
        return table.toString();
    }

    private String ratio(Results results, Kind kind, String cell, String figure) {
        return kind == baseline
                ? ""
                : results.ratios(kind.candidate(), baseline.candidate(), cell, figure)
                        .text();
    }

    private String trickle(Results results) {
        String to = " to " + baseline.candidate();
        Table table = Table.of("trickle|pick-up p50, µs|p99, µs|p50" + to + "|p99" + to + "|submit p50, µs|"
                + to.strip() + "|CPU, %|" + to.strip() + "|switches a task|rounds");
        for (int rate : rates) {
            String cell = Cell.trickle(rate);
            for (Kind kind : Kind.values()) {
                String candidate = kind.candidate();
                if (results.has(candidate, cell)) {
                    table.row(
                            String.format("%,d/s, %s", rate, candidate),
                            results.texts(candidate, cell, "%.1f/1e3 p50", "%.1f/1e3 p99"),
                            ratio(results, kind, cell, "p50"),
                            ratio(results, kind, cell, "p99"),
                            results.texts(candidate, cell, "%.1f/1e3 submitP50"),
                            ratio(results, kind, cell, "submitP50"),
                            results.text("%.2f", candidate, cell, "cpuPercent"),
                            ratio(results, kind, cell, "cpuPercent"),
                            results.text("%.2f", candidate, cell, "switchesPerTask"),
                            results.rounds(candidate, cell));
                }
            }
        }
        return table.toString();
    }

    private String plot(Chapter.Jdk jdk, List<Cell> cells) {
        List<Bars.Group> groups = new ArrayList<>();
        for (Cell cell : cells) {
            Map<String, Double> ratios = new LinkedHashMap<>();
            for (Kind kind : Kind.values()) {
                Ratios ofRounds = jdk.results().ratios(kind.candidate(), baseline.candidate(), cell.toString(), TASKS);
                if (kind != baseline && kind != Kind.LOOPS && !ofRounds.isEmpty()) {
                    ratios.put(kind.candidate(), ofRounds.spread().median());
                }
            }
            if (!ratios.isEmpty()) {
                groups.add(new Bars.Group(cell.label(), ratios));
            }
        }
        String title = "Tasks in a second, as a multiple of those of " + called + ", JDK " + jdk.feature();
        String name = baseline.candidate();
        return groups.isEmpty()
                ? ""
                : jdk.plots()
                        .add(
                                section + "-jdk" + jdk.feature(),
                                new Bars(title, Axis.linear("tasks/s to " + name), groups, Map.of(name, 1.0)));
    }
}
