/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.top;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.view.Host;
import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.LocalHost;
import io.tailrace.tools.view.Snapshot;
import io.tailrace.tools.view.SnapshotReader;
import io.tailrace.tools.view.Unreadable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the streams of a driver again and again, those that need a person first. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the streams of a media driver again and again, those that need a person first. Ctrl-C ends it. "
                    + "Changes nothing.",
        },
        footer = {
            "",
            "The columns are those of tailrace ls. In a terminal each frame takes the place of the one before; in a "
                    + "pipe one follows the other. NO_COLOR in the environment switches colours off.",
            "",
            "Example:",
            "  tailrace top",
            "  tailrace top --sort rate --interval 5s 'md.*'",
            "  tailrace top --once | head"
        })
public final class TopCommand implements Callable<Integer> {
    private static final long FIRST_NS = 100_000_000;

    private final Termination termination;
    private final Supplier<Output> newOutput;
    private final Terminal terminal;
    private final Host host;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Parameters(
            paramLabel = "STREAM",
            arity = "0..*",
            description = "Only these; * and ? stand for any text or character.")
    private List<String> streams = new ArrayList<>();

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            converter = Quantity.DurationNs.class,
            description = "How long each frame covers. Default: 1s.")
    private long intervalNs = 1_000_000_000;

    @Option(
            names = "--sort",
            paramLabel = "KEY",
            description = "By ${COMPLETION-CANDIDATES}. Default: STATE, what needs a person first.")
    private Sorting sort = Sorting.STATE;

    @Option(names = "--once", description = "One frame, over a tenth of a second.")
    private boolean once;

    /** For the standard output of this host; the termination ends it. */
    public TopCommand(Termination termination, Terminal terminal) {
        this(termination, terminal, new LocalHost(), Output::standard);
    }

    /** For another output of another host. */
    public TopCommand(Termination termination, Terminal terminal, Host host, Supplier<Output> newOutput) {
        this.termination = termination;
        this.terminal = terminal;
        this.host = host;
        this.newOutput = newOutput;
    }

    @Override
    public Integer call() throws IOException {
        DriverDirectory driver = directory.ofDriver();
        try (SnapshotReader reader = new SnapshotReader(driver, host);
                Output out = newOutput.get()) {
            Frame frame = new Frame(terminal, new Patterns(streams), sort);
            Snapshot before = reader.read();
            termination.sleep(FIRST_NS); // For the first frame at once.
            Snapshot now = reader.read();
            if (once) {
                out.text(frame.draw(new Interval(before, now), Terminal.UNBOUNDED))
                        .flush();
                return Unreadable.end(now.unreadable());
            }
            out.text(terminal.clear());
            while (!termination.isRequested()) {
                out.text(terminal.over(frame.draw(new Interval(before, now), terminal.size())))
                        .flush();
                termination.sleep(intervalNs);
                before = now;
                now = reader.read();
            }
        }
        return ExitCode.OK;
    }
}
