/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import io.tailrace.samples.summarizer.pipeline.Fill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Writes what the points of a sweep show: {@code report.md} and its plots. */
public final class SweepReport {
    private final Path directory;
    private final List<Point> points;
    private final Cells cells;
    private final StringBuilder text = new StringBuilder();

    private SweepReport(Path directory, List<Point> points) {
        this.directory = directory;
        this.points = points;
        this.cells = Cells.of(points);
    }

    /**
     * {@return the report, which was written beside the points}
     *
     * @throws IOException if there are no points, or it cannot be written
     */
    public static Path write(Path directory) throws IOException {
        List<Point> points = new Points(directory).readAll();
        Path file = directory.resolve("report.md");
        try {
            Files.writeString(file, new SweepReport(directory, points).toMarkdown());
        } catch (IOException e) {
            throw new IOException("cannot write the report: file=" + file, e);
        }
        return file;
    }

    private String toMarkdown() {
        head();
        verdicts();
        best();
        for (int version : cells.versions()) {
            rates(version);
        }
        queues();
        offered();
        tcp();
        fills();
        return text.toString();
    }

    private void head() {
        List<Machine> machines = points.stream()
                .map(Point::machine)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        List<Point> failed =
                points.stream().filter(point -> point.failure() != null).toList();
        text.append("# A sweep of the Summarizer\n\n");
        machines.forEach(machine -> text.append("- ").append(machine).append('\n'));
        text.append(String.format(
                Locale.ROOT,
                "- %d points of %d settings in %d rounds, each in a JVM of its own; order by seed %s.%n",
                points.size(),
                points.stream().map(Point::setting).distinct().count(),
                points.stream().mapToInt(Point::round).max().orElse(0),
                points.stream()
                        .map(point -> String.valueOf(point.seed()))
                        .findFirst()
                        .orElse("none")));
        text.append("- Figures are those of the second half of each input, when the JVM has compiled most of what it"
                + " runs. Processor time is that of all threads of all processes of a run.\n");
        failed.forEach(point -> text.append("- **FAILED**: ")
                .append(point.setting())
                .append(", round ")
                .append(point.round())
                .append(": ")
                .append(point.failure())
                .append('\n'));
        text.append('\n');
    }

    private void verdicts() {
        text.append("## The nine findings\n\n");
        text.append(String.format(
                Locale.ROOT,
                "A difference of less than %.0f %% counts for none: a tenth, or what lies between the fastest and the"
                        + " slowest point of a setting (median) where that is more.%n%n",
                100 * Findings.leastDifference(points)));
        Table table = new Table(List.of("", "finding", "here", "figures"));
        for (Verdict verdict : Findings.of(points)) {
            table.row(List.of(verdict.number(), verdict.claim(), "**" + verdict.answer() + "**", verdict.figures()));
        }
        text.append(table.toString().replace("|---|--:|--:|--:|", "|--:|---|---|---|"));
    }

    private void best() {
        text.append("## The best of each joint\n\n");
        for (int version : cells.versions()) {
            Table table = new Table(List.of(
                    "version " + version,
                    "parsers",
                    "summarizers",
                    "thousand events/s",
                    "s of processor time / million"));
            for (Cells joint : cells.usual().ofVersion(version).groups(Setting::joint)) {
                joint.best()
                        .ifPresent(cell -> table.row(List.of(
                                cell.setting().joint(),
                                cell.setting().parsers(),
                                cell.setting().summarizers(),
                                thousands(cell.eventsPerS()),
                                seconds(cell.cpuSPerMillion()))));
            }
            text.append(table);
        }
    }

    private void rates(int version) {
        text.append("## Version ").append(version).append("\n\n");
        Cells of = cells.usual().ofVersion(version);
        plot(
                "rate-v" + version,
                "Version " + version + ": thousand events a second",
                "summarizers",
                of,
                Setting::summarizers,
                SweepReport::parsers,
                result -> result.eventsPerS() / 1e3);
        plot(
                "cpu-v" + version,
                "Version " + version + ": seconds of processor time for a million events",
                "summarizers",
                of,
                Setting::summarizers,
                SweepReport::parsers,
                Result::cpuSPerMillion);
        Table table = new Table(List.of(
                "joint",
                "parsers",
                "summarizers",
                "thousand events/s",
                "s of processor time / million",
                "busy processors"));
        of.all()
                .forEach(cell -> table.row(List.of(
                        cell.setting().joint(),
                        cell.setting().parsers(),
                        cell.setting().summarizers(),
                        thousands(cell.eventsPerS()),
                        seconds(cell.cpuSPerMillion()),
                        seconds(Spread.of(cell.results().stream()
                                .map(Result::busyProcessors)
                                .toList())))));
        text.append(table);
    }

    private static String parsers(Setting setting) {
        return setting.parsers() + (setting.parsers() == 1 ? " parser" : " parsers");
    }

    private void queues() {
        List<Setting> others = cells.where(setting -> setting.queue() != Setting.USUAL_QUEUE).all().stream()
                .map(cell -> cell.setting().withQueue(Setting.USUAL_QUEUE))
                .distinct()
                .toList();
        Cells sizes = cells.where(
                setting -> setting.linesPerS() == 0 && others.contains(setting.withQueue(Setting.USUAL_QUEUE)));
        if (!others.isEmpty()) {
            text.append("## Queues of several sizes\n\n");
            plot(
                    "queues",
                    "Thousand events a second, by the size of the queues",
                    "items in a queue",
                    sizes,
                    Setting::queue,
                    setting -> "version " + setting.version(),
                    result -> result.eventsPerS() / 1e3);
            text.append(settingTable(sizes));
        }
    }

    private void offered() {
        Cells paced = cells.where(setting -> setting.linesPerS() > 0);
        if (!paced.isEmpty()) {
            text.append("## Lines that come at a rate\n\nOf whole runs, the JVM's warm-up included.\n\n")
                    .append(settingTable(paced));
        }
    }

    private void tcp() {
        Cells tcp = cells.where(Setting::isTcp);
        if (!tcp.isEmpty()) {
            text.append("## Lines over TCP\n\nOf whole runs, the JVM's warm-up included. The sender is a process on the"
                            + " same machine, with a connection for each Netty worker; its processor time is not in the"
                            + " figures.\n\n")
                    .append(settingTable(tcp));
        }
    }

    private static Table settingTable(Cells some) {
        Table table = new Table(List.of("setting", "thousand events/s", "s of processor time / million"));
        some.all()
                .forEach(cell -> table.row(
                        List.of(cell.setting(), thousands(cell.eventsPerS()), seconds(cell.cpuSPerMillion()))));
        return table;
    }

    /** How full the stages of each kind were, over all numbers of workers. */
    private void fills() {
        text.append("## How full the stages were\n\n");
        Table table = new Table(List.of("stages", "mean", "nearly empty", "nearly full"));
        Map<String, List<Fill>> byKind = new LinkedHashMap<>();
        for (Cell cell : cells.usual().all()) {
            for (Result result : cell.results()) {
                for (Fill fill : result.fills()) {
                    String kind = cell.setting().joint() + ", " + fill.stage().replaceFirst("(-v\\d+).*", "$1");
                    byKind.computeIfAbsent(kind, key -> new ArrayList<>()).add(fill);
                }
            }
        }
        byKind.forEach((kind, fills) -> table.row(List.of(
                kind,
                percent(fills, Fill::mean),
                percent(fills, Fill::nearlyEmpty),
                percent(fills, Fill::nearlyFull))));
        text.append(
                "Per cent of the room; per cent of the time. Median, with the least and the most, of all runs.\n\n");
        text.append(table);
    }

    private void plot(
            String name,
            String title,
            String x,
            Cells some,
            Function<Setting, Integer> column,
            Function<Setting, String> series,
            ToDoubleFunction<Result> y) {
        List<Integer> columns = some.all().stream()
                .map(cell -> column.apply(cell.setting()))
                .distinct()
                .sorted()
                .toList();
        List<Facets.Facet> facets = some.groups(Setting::joint).stream()
                .map(joint -> new Facets.Facet(
                        joint.joints().get(0),
                        joint.groups(series).stream()
                                .map(each -> series(each, column, series, y))
                                .toList()))
                .toList();
        try {
            new FacetDrawing(new Facets(title, x, "", columns, facets)).write(directory.resolve(name + ".svg"));
            text.append("![").append(title).append("](").append(name).append(".svg)\n\n");
        } catch (IOException | RuntimeException | LinkageError | InternalError e) {
            // A JDK without fonts draws nothing. That does not take the tables with it.
            text.append("**This plot could not be drawn**: ")
                    .append(title)
                    .append(", cause=")
                    .append(e)
                    .append("\n\n");
        }
    }

    private static Facets.Series series(
            Cells some,
            Function<Setting, Integer> column,
            Function<Setting, String> series,
            ToDoubleFunction<Result> y) {
        List<Facets.Dot> dots = some.all().stream()
                .flatMap(cell -> cell.results().stream()
                        .map(result -> new Facets.Dot(column.apply(cell.setting()), y.applyAsDouble(result))))
                .toList();
        return new Facets.Series(series.apply(some.all().get(0).setting()), dots);
    }

    private static String thousands(Spread rates) {
        return String.format(
                Locale.ROOT, "%,.0f (%,.0f to %,.0f)", rates.median() / 1e3, rates.least() / 1e3, rates.most() / 1e3);
    }

    private static String seconds(Spread times) {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", times.median(), times.least(), times.most());
    }

    private static String percent(List<Fill> fills, ToDoubleFunction<Fill> share) {
        Spread spread = Spread.of(
                fills.stream().map(fill -> 100 * share.applyAsDouble(fill)).toList());
        return String.format(Locale.ROOT, "%.0f (%.0f to %.0f)", spread.median(), spread.least(), spread.most());
    }
}
