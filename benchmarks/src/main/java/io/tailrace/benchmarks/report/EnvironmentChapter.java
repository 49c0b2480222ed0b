/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Lines;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Ratios.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The chapter about the machine and the software of a run. */
public final class EnvironmentChapter {
    /** The most dots of a plot. */
    private static final int MOST_POINTS = 400;

    private final Map<String, Object> facts;

    /** Creates it from the recorded facts. */
    public EnvironmentChapter(Map<String, Object> facts) {
        this.facts = facts;
    }

    /** {@return warnings before any figure: failures and disturbances} */
    public String warnings(List<Measurement> all) {
        StringBuilder text = new StringBuilder();
        if (facts.get("failures") instanceof List<?> failures) {
            failures.forEach(
                    failure -> text.append("- **FAILED**: ").append(failure).append('\n'));
        }
        if (!facts.isEmpty() && !facts.containsKey("end")) {
            text.append("- **The run did not finish**: all figures are from before its end.\n");
        }
        if (facts.get("othersPercentBefore") instanceof Number percent && percent.doubleValue() >= 10) {
            text.append(String.format(
                    "- **The machine was not quiet** at the beginning: others used %.0f %% of a processor.%n",
                    percent.doubleValue()));
        }
        long disturbed =
                all.stream().filter(measurement -> !measurement.isQuiet()).count();
        if (disturbed > 0) {
            text.append(String.format(
                    "- %d of %d measurements were disturbed: others used a tenth of a processor or more.%n",
                    disturbed, all.size()));
        }
        if (!all.isEmpty() && all.stream().noneMatch(Measurement::isNear)) {
            text.append(
                    "- The cores lay **far** apart all the time: nothing here is about cores that share a cache.\n");
        }
        return text.isEmpty() ? "" : text.append('\n').toString();
    }

    /** {@return all recorded facts, and the distance of the cores} */
    public String toMarkdown(List<Measurement> all, Plots plots) {
        Table table = new Table("", "");
        facts.forEach((name, fact) -> table.row(name, text(fact)));
        return (facts.isEmpty() ? "" : table + "\n") + cores(all, plots);
    }

    private static String text(Object fact) {
        if (fact instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue())
                    .collect(joining("; "));
        }
        if (fact instanceof List<?> list) {
            return list.stream().map(Object::toString).collect(joining("; "));
        }
        return fact instanceof Double number ? String.format("%.2f", number) : fact.toString();
    }

    private static String cores(List<Measurement> all, Plots plots) {
        if (all.isEmpty()) {
            return "";
        }
        Table table =
                new Table("raw round trip between the cores, ns", "median [quartiles]", "least", "most", "near", "far");
        Map<String, List<Measurement>> parts = all.stream()
                .collect(groupingBy(each -> each.section() + ", JDK " + each.jdk(), LinkedHashMap::new, toList()));
        parts.forEach((part, measurements) -> {
            List<Long> raw = measurements.stream().map(Measurement::rawNs).toList();
            Spread spread = Spread.of(measurements, Measurement::rawNs);
            long near = measurements.stream().filter(Measurement::isNear).count();
            table.row(
                    part,
                    String.format("%.0f [%.0f–%.0f]", spread.median(), spread.first(), spread.third()),
                    Collections.min(raw),
                    Collections.max(raw),
                    near,
                    measurements.size() - near);
        });
        return table + "\n" + plots.add("cores", plot(all)) + "\nNear is below " + Measurement.NEAR_BELOW_NS
                + " ns: the two cores share a cache.\n";
    }

    private static Lines plot(List<Measurement> all) {
        int step = Math.max(1, all.size() / MOST_POINTS);
        List<Series.Point> points = new ArrayList<>();
        for (int i = 0; i < all.size(); i += step) {
            points.add(new Series.Point(i, all.get(i).rawNs()));
        }
        Series limit = new Series(
                "near below",
                List.of(
                        new Series.Point(0, Measurement.NEAR_BELOW_NS),
                        new Series.Point(all.size() - 1, Measurement.NEAR_BELOW_NS)));
        return new Lines(
                "Raw round trip between the cores, before each measurement",
                Axis.linear("measurement, section by section"),
                Axis.log("ns"),
                List.of(new Series("raw round trip", points)),
                List.of(limit));
    }
}
