/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.ErrorsReader;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.command.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Gives one verdict about the state of a driver and its streams. Monitors know only the exit codes 0 to 3, so every
 * failure to reach a verdict, a wrong command line included, is 3.
 */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = 3,
        description = "Gives one verdict on a media driver and its streams, for monitors. Read-only.",
        footer = {
            "",
            "A held-back stream is a warning; a damaged one is critical. Exit codes are those of "
                    + "Nagios: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN or a wrong command line. The format "
                    + "prometheus is for the textfile collector of node exporter; it exits with 0, or 3 if "
                    + "nothing could be read.",
            "",
            "Example:",
            "  tailrace check 'md.*' --lag-warn 20%% --lag-crit 80%%",
            "  tailrace check --format prometheus"
        })
public final class CheckCommand extends ToolCommand {
    /** The time between the two observations. */
    private static final long APART_NS = 100_000_000;

    private static final long HOUR_NS = 3_600_000_000_000L;

    /** The format of the findings. */
    enum Format {
        NAGIOS,
        JSON,
        PROMETHEUS
    }

    @Mixin
    private final Thresholds thresholds = new Thresholds();

    @Parameters(paramLabel = "STREAM", arity = "0..*", description = "Only these streams; * and ? are wildcards.")
    private List<String> streams = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "nagios: one line (default); json; prometheus: metrics.")
    private Format format = Format.NAGIOS;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "How long an error counts. Default: 1h.")
    private long sinceNs = HOUR_NS;

    private boolean found;

    @Override
    public Integer call() {
        try (Output out = context().newOutput().get()) {
            int exitCode = judge(out);
            out.flush();
            return exitCode;
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
        Observation seen = observe(driver);
        Patterns patterns = new Patterns(streams);
        if (format == Format.PROMETHEUS) {
            new Exposition(out).write(seen, seen.now().select(patterns::select));
            return Verdict.OK.exitCode();
        }
        CheckResult result = Examination.of(thresholds, seen, patterns, sinceNs, !streams.isEmpty());
        write(out, result);
        return result.verdict().exitCode();
    }

    private Observation observe(DriverDirectory driver) throws IOException {
        try (SnapshotReader reader = new SnapshotReader(driver, context().host())) {
            reader.next();
            termination().sleep(APART_NS);
            Interval interval = reader.next();
            ErrorsReader errors = ErrorsReader.of(driver);
            return new Observation(
                    interval,
                    errors.all(),
                    errors.unreadable(),
                    context().host().storage(driver.path()));
        }
    }

    private void write(Output out, CheckResult result) {
        if (format == Format.JSON) {
            result.write(new JsonLines(out, CheckResult.SCHEMA));
        } else {
            out.text(result.nagios()).newLine();
        }
    }

    /** For a monitor, the reason for a missing verdict is data, too. */
    private int fail(Output out, Verdict verdict, Throwable reason) {
        if (format != Format.PROMETHEUS) {
            write(out, CheckResult.failed(verdict, ErrorText.of(reason).replace('\n', ' ')));
            return verdict.exitCode();
        }
        if (verdict == Verdict.CRITICAL) {
            new Exposition(out).writeDown();
            return Verdict.OK.exitCode();
        }
        throw new CommandException(Verdict.UNKNOWN.exitCode(), ErrorText.of(reason));
    }
}
