/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.Calibration;
import io.tailrace.benchmarks.lab.Json;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Spread;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What a comparison found, as Markdown. Losses are shown as plainly as wins. */
final class Report {
    private static final int PILOT = 0;

    private final Plan plan;
    private final List<Sample> pilot;
    private final List<Sample> samples;
    private final List<String> greetings;

    /**
     * @param all samples of the pilot and of all blocks
     * @param greetings of the forks: their libraries and JDK
     */
    Report(Plan plan, List<Sample> all, List<String> greetings) {
        this.plan = plan;
        this.pilot = all.stream().filter(sample -> sample.block() == PILOT).toList();
        this.samples = all.stream().filter(sample -> sample.block() != PILOT).toList();
        this.greetings = greetings;
    }

    String toMarkdown() {
        return environment() + figures() + tails() + matrix();
    }

    private String environment() {
        Spread raw = Spread.of(
                samples.stream().map(sample -> (double) sample.rawNs()).toList());
        long near = samples.stream().filter(Sample::isNear).count();
        long quiet = samples.stream().filter(Sample::isQuiet).count();
        String jdks = greetings.stream()
                .map(line -> Json.text(line, "vendor") + " " + Json.text(line, "jdk"))
                .distinct()
                .collect(joining(", "));
        return String.format(
                """
                # Tailrace and Aeron IPC side by side, JDK %s

                %s; %s; Linux %s; %s. %d rounds in %d blocks of fresh JVMs, slices of %d ms, seed %d, flags %s.
                One publishing and one subscribing thread in one process. Raw round trip between the cores before each slice:
                median %.0f ns [%.0f–%.0f]; near (below %d ns) before %d of %d slices; quiet %d.

                """,
                jdks,
                LocalDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MINUTES),
                ProcStat.cpuModel(),
                System.getProperty("os.version"),
                greetings.stream().map(line -> Json.text(line, "candidate")).collect(joining("; ")),
                plan.blocks() * plan.roundsPerBlock(),
                plan.blocks(),
                plan.sliceMs(),
                plan.seed(),
                plan.flags(),
                raw.median(),
                raw.first(),
                raw.third(),
                Calibration.NEAR_BELOW_NS,
                near,
                samples.size(),
                quiet);
    }

    /** The headline: medians, and medians of the rounds' ratios. */
    private String figures() {
        StringBuilder table = new StringBuilder();
        row(
                table,
                "",
                "Tailrace",
                "Aeron, best",
                "which",
                "Aeron, shipped",
                "ratio to the best [quartiles]",
                "near only",
                "ratio to shipped",
                "rounds near/far/mixed (disturbed)",
                "");
        row(table, "---", "--:", "--:", "---", "--:", "--:", "--:", "--:", "---", "---");
        forEach((kind, workload) -> {
            List<Sample> ours = of(samples, Setup.tailrace(kind, plan.tailraceVariant()), workload);
            Setup bestSetup = best(kind, workload);
            List<Sample> best = of(samples, bestSetup, workload);
            List<Sample> shipped = of(samples, Setup.aeron(kind, AeronVariant.SHIPPED), workload);
            Duel duel = new Duel(workload, ours, best);
            row(
                    table,
                    label(kind, workload),
                    value(workload, ours),
                    value(workload, best),
                    bestSetup.variant(),
                    value(workload, shipped),
                    duel.ratio(),
                    duel.nearRatio(),
                    new Duel(workload, ours, shipped).ratio(),
                    duel.places(),
                    duel.verdict());
        });
        return table + """

                Above 1 is better for messages a second, below 1 for round trips. A round is disturbed if other processes
                used a tenth of a processor or more during a slice; such rounds count only where there are no others.
                """;
    }

    private String tails() {
        StringBuilder table = new StringBuilder("\nRound trips in ns, medians over the slices:\n\n");
        row(table, "", "candidate", "p50", "p90", "p99", "p99.9");
        row(table, "---", "---", "--:", "--:", "--:", "--:");
        forEach((kind, workload) -> {
            if (!workload.isThroughput()) {
                for (Setup setup : List.of(Setup.tailrace(kind, plan.tailraceVariant()), best(kind, workload))) {
                    List<Sample> slices = of(samples, setup, workload);
                    row(
                            table,
                            label(kind, workload),
                            setup.toString(),
                            ns(slices, "value"),
                            ns(slices, "p90"),
                            ns(slices, "p99"),
                            ns(slices, "p999"));
                }
            }
        });
        return table.toString();
    }

    private String matrix() {
        StringBuilder table = new StringBuilder("\nThe pilot, which chose Aeron's best:\n\n");
        row(table, "", plan.matrix().stream().map(AeronVariant::name).collect(joining(" | ")));
        row(table, "---", plan.matrix().stream().map(variant -> "--:").collect(joining(" | ")));
        forEach((kind, workload) -> row(
                table,
                label(kind, workload),
                plan.matrix().stream()
                        .map(variant -> value(workload, of(pilot, Setup.aeron(kind, variant), workload)))
                        .collect(joining(" | "))));
        plan.matrix().forEach(variant -> table.append("\n- ").append(variant.describe()));
        return table.append('\n').toString();
    }

    private interface Cell {
        void accept(Setup.Kind kind, Workload workload);
    }

    private void forEach(Cell cell) {
        plan.kinds().forEach(kind -> plan.workloads().forEach(workload -> cell.accept(kind, workload)));
    }

    /** {@return the Aeron that was the best of those measured beside Tailrace, not only in the pilot} */
    private Setup best(Setup.Kind kind, Workload workload) {
        Setup best = Setup.aeron(kind, AeronVariant.SHIPPED);
        for (AeronVariant variant : AeronVariant.MATRIX) {
            Setup setup = Setup.aeron(kind, variant);
            List<Sample> slices = of(samples, setup, workload);
            if (!slices.isEmpty()) {
                double ratio = median(slices) / median(of(samples, best, workload));
                best = (workload.isThroughput() ? ratio > 1 : ratio < 1) ? setup : best;
            }
        }
        return best;
    }

    private static List<Sample> of(List<Sample> samples, Setup setup, Workload workload) {
        return samples.stream()
                .filter(sample -> sample.setup().equals(setup))
                .filter(sample -> sample.workload().equals(workload))
                .toList();
    }

    private static double median(List<Sample> slices) {
        return median(slices, Sample::value);
    }

    private static double median(List<Sample> slices, ToDoubleFunction<Sample> figure) {
        List<Sample> quiet = slices.stream().filter(Sample::isQuiet).toList();
        return Spread.of((quiet.isEmpty() ? slices : quiet)
                        .stream().map(figure::applyAsDouble).toList())
                .median();
    }

    private static String value(Workload workload, List<Sample> slices) {
        return workload.isThroughput()
                ? String.format("%.1f", median(slices) / 1e6)
                : String.format("%,.0f", median(slices));
    }

    private static String ns(List<Sample> slices, String name) {
        return String.format("%,.0f", median(slices, sample -> Json.number(sample.line(), name)));
    }

    private static String label(Setup.Kind kind, Workload workload) {
        return kind.name().toLowerCase(Locale.ROOT)
                + (workload.isThroughput()
                        ? ", " + workload.payload() + " B, M msgs/s"
                        : ", round trip of " + workload.burst() + ", ns");
    }

    private static void row(StringBuilder table, String... cells) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
