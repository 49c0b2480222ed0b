/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.stat;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.view.DriverNotice;
import io.tailrace.tools.view.Host;
import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.LocalHost;
import io.tailrace.tools.view.Snapshot;
import io.tailrace.tools.view.SnapshotReader;
import io.tailrace.tools.view.Unreadable;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes what all streams of a driver carry together, one line an interval. */
@Command(
        name = "stat",
        mixinStandardHelpOptions = true,
        description = {
            "Writes what all streams of a media driver carry together, one line an interval: for a pipe or a log. "
                    + "Changes nothing.",
        },
        footer = {
            "",
            "BYTES/S is with headers and padding. HELD counts the streams that are held back, LAG is the percentage "
                    + "of the worst subscriber of what publishers may be ahead, WHO that is. ERRORS counts those of "
                    + "the driver in the interval.",
            "",
            "Example:",
            "  tailrace stat             one line, over a second",
            "  tailrace stat 1           a line each second until a signal",
            "  tailrace stat 500ms 10    ten lines"
        })
public final class StatCommand implements Callable<Integer> {
    private static final String SCHEMA = "tailrace.stat/1";
    private static final long FOR_EVER = Long.MAX_VALUE;
    private static final long DEFAULT_NS = 1_000_000_000;

    private final Termination termination;
    private final Supplier<Output> newOutput;
    private final Host host;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "INTERVAL",
            converter = Quantity.DurationNs.class,
            description = "How long each line covers, such as 5 (seconds) or 500ms. Default: one line over 1s.")
    private @Nullable Long intervalNs;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "COUNT",
            converter = Quantity.Count.class,
            description = "How many lines. Default: until a signal.")
    private @Nullable Long count;

    @Option(names = "--json", description = "Write one JSON object a line: " + SCHEMA + ".")
    private boolean json;

    /** For the standard output of this host; the termination ends it. */
    public StatCommand(Termination termination) {
        this(termination, new LocalHost(), Output::standard);
    }

    /** For another output of another host. */
    public StatCommand(Termination termination, Host host, Supplier<Output> newOutput) {
        this.termination = termination;
        this.host = host;
        this.newOutput = newOutput;
    }

    @Override
    public Integer call() throws IOException {
        DriverDirectory driver = directory.ofDriver();
        long lines = intervalNs == null ? 1 : count == null ? FOR_EVER : count;
        long eachNs = intervalNs == null ? DEFAULT_NS : intervalNs;
        if (eachNs <= 0) {
            throw new CommandException(
                    ExitCode.USAGE, "INTERVAL must be longer than 0: a line says what happened within it");
        }
        try (SnapshotReader reader = new SnapshotReader(driver, host);
                Output out = newOutput.get()) {
            StatLine line = json ? StatLine.json(new JsonLines(out, SCHEMA)) : StatLine.text(out);
            Snapshot before = reader.read();
            DriverNotice.tell(before);
            long nextNs = System.nanoTime();
            for (long i = 0; i < lines; i++) {
                nextNs += eachNs;
                if (!termination.sleepUntil(nextNs) || termination.isRequested()) { // It may be late.
                    return ExitCode.OK;
                }
                Snapshot now = reader.read();
                line.write(new Interval(before, now));
                out.flush();
                before = now;
            }
            return Unreadable.end(before.unreadable());
        }
    }
}
