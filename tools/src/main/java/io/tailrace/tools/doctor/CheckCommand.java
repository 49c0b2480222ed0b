/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Metric;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.StreamView;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.MetricFamilies;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.doctor.Findings.Finding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Gives one verdict about the state of a driver and its streams: the worst finding of those inspections of {@code
 * doctor} that are about them. Monitors know only the exit codes 0 to 3, so every failure to reach a verdict, a wrong
 * command line included, is 3.
 */
@Command(
        name = "check",
        exitCodeOnInvalidInput = 3,
        description = "Gives one verdict on a media driver and its streams, for monitors. Read-only.",
        footer = {
            "Finds what doctor finds about the driver, its clients, streams, histories, links, errors and "
                    + "space. Exit codes are those of Nagios: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN or a "
                    + "wrong command line. The format prometheus is for the textfile collector of node "
                    + "exporter; it exits with 0, or 3 if nothing could be read.",
            "Example:",
            "  tailrace check 'md.*' --lag-warn 20%% --lag-crit 80%%",
            "  tailrace check --format prometheus"
        })
public final class CheckCommand extends ToolCommand {
    private static final String SCHEMA = "tailrace.check/1";

    /** A monitor shows one line. */
    private static final int MAX_NAMED = 20;

    /** The format of the findings. */
    enum Format {
        NAGIOS,
        JSON,
        PROMETHEUS
    }

    @Parameters(paramLabel = "STREAM", arity = "0..*", description = "Only these streams; * and ? are wildcards.")
    private List<String> streams = new ArrayList<>();

    @Option(
            names = "--lag-warn",
            paramLabel = "PERCENT",
            converter = Quantity.Percent.class,
            description = "Worst lag, in percent of the limit of publishers. Default: 50%%.")
    private double lagWarn = Subject.Scope.ALL.lagWarn();

    @Option(
            names = "--lag-crit",
            paramLabel = "PERCENT",
            converter = Quantity.Percent.class,
            description = "Critical. Default: 90%%.")
    private double lagCrit = Subject.Scope.ALL.lagCrit();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "nagios: one line (default); json; prometheus: metrics.")
    private Format format = Format.NAGIOS;

    @Option(names = "--since", paramLabel = "TIME", description = "How long an error counts. Default: 1h.")
    private Duration since = Duration.ofNanos(Subject.Scope.ALL.errorsSinceNs());

    private boolean found;

    @Override
    public Integer call() {
        try (Output out = context().newOutput().get()) {
            return judge(out);
        } catch (UncheckedIOException e) { // The verdict cannot be written.
            throw new CommandException(Verdict.UNKNOWN.exitCode(), ErrorText.of(e));
        }
    }

    private int judge(Output out) {
        try {
            return look(out);
        } catch (Output.ClosedPipeException e) {
            throw e;
        } catch (CommandException e) {
            // Where there is no directory, there is no driver either.
            boolean isDown = e.exitCode() == ExitCode.NO_DRIVER && !found;
            return fail(out, isDown ? Verdict.CRITICAL : Verdict.UNKNOWN, e);
        } catch (IOException | RuntimeException | InternalError e) {
            return fail(out, Verdict.UNKNOWN, e);
        }
    }

    private int look(Output out) throws IOException {
        DriverDirectory driver = directory().ofDriver();
        found = true;
        Subject.Scope scope = new Subject.Scope(new Patterns(streams), lagWarn, lagCrit, since.toNanos());
        Subject subject = Subject.read(driver, context(), scope);
        Observation seen = subject.seen();
        List<StreamView> selected = seen == null ? List.of() : scope.of(seen.now());
        if (seen != null) {
            scope.streams()
                    .requireAny(!selected.isEmpty(), "streams", seen.now().streamNames());
        }
        if (format != Format.PROMETHEUS) {
            return write(out, DoctorCommand.examine(subject, DoctorCommand.OF_DRIVER));
        }
        if (seen == null) {
            throw new IOException(subject.trouble());
        }
        MetricFamilies families = new MetricFamilies();
        Metrics.CHECKED.forEach(metric -> families.add(metric, seen));
        Map<Labels, OfStream> things = new LinkedHashMap<>();
        selected.forEach(stream -> things.put(
                Labels.of(Metrics.LABEL, EscapedText.escape(stream.name())), new OfStream(seen.interval(), stream)));
        Metrics.CHECKED_OF_STREAMS.forEach(metric -> families.addOfEach(metric, things));
        return write(out, families.build());
    }

    private static int write(Output out, MetricSnapshots metrics) {
        try {
            ExpositionFormats.init(PrometheusProperties.builder().build())
                    .getPrometheusTextFormatWriter()
                    .write(out, metrics);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Verdict.OK.exitCode();
    }

    private int write(Output out, Findings findings) {
        Verdict verdict = findings.worst(true);
        if (format == Format.JSON) {
            findings.write(new JsonLines(out, SCHEMA), verdict);
        } else {
            out.text(line(verdict, findings)).newLine();
        }
        return verdict.exitCode();
    }

    /** {@return one line: the verdict, and what is not well, the worst first} Nagios reads figures after a bar. */
    static String line(Verdict verdict, Findings findings) {
        List<String> troubles = findings.all().stream()
                .filter(finding -> finding.verdict() != Verdict.OK)
                .sorted(Comparator.comparing(Finding::verdict).reversed())
                .map(Finding::line)
                .distinct()
                .toList();
        String text = troubles.stream().limit(MAX_NAMED).collect(Collectors.joining("; "));
        if (troubles.size() > MAX_NAMED) {
            text += "; and " + (troubles.size() - MAX_NAMED) + " more";
        }
        if (troubles.isEmpty()) {
            text = findings.all().stream()
                    .limit(DoctorCommand.MAIN_TOPICS)
                    .map(Finding::line)
                    .collect(Collectors.joining("; "));
        }
        return "TAILRACE " + verdict + " - " + text.replace('|', '/');
    }

    /** For a monitor, the reason for a missing verdict is data, too. */
    private int fail(Output out, Verdict verdict, Throwable reason) {
        String text = ErrorText.of(reason).replace('\n', ' ');
        if (format != Format.PROMETHEUS) {
            Findings findings = new Findings();
            findings.add(new Finding(verdict, "driver", text, ""));
            return write(out, findings);
        }
        if (verdict == Verdict.CRITICAL) {
            MetricFamilies families = new MetricFamilies();
            families.add(Metric.gauge(Metrics.UP.name(), Metrics.UP.help(), isUp -> isUp ? 1 : 0), false);
            return write(out, families.build());
        }
        throw new CommandException(Verdict.UNKNOWN.exitCode(), text);
    }
}
