/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.errors;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import io.tailrace.tools.view.ErrorView;
import io.tailrace.tools.view.ErrorsReader;
import io.tailrace.tools.view.Host;
import io.tailrace.tools.view.LocalHost;
import io.tailrace.tools.view.Unreadable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the distinct errors of a driver, of those before it in the directory, and of its clients. */
@Command(
        name = "errors",
        mixinStandardHelpOptions = true,
        description = {
            "Lists what went wrong in a media driver, in those before it, and in its clients: each distinct error "
                    + "once, the one that came last first. Changes nothing.",
        },
        footer = {
            "",
            "Clients show what their error handlers are told of, until they close; drivers also what came before they "
                    + "were started again.",
            "",
            "Exit code 1 with --fail and an error that is shown.",
            "",
            "Example:",
            "  tailrace errors",
            "  tailrace errors --since 10m --fail   for a monitor: any in ten minutes?"
        })
public final class ErrorsCommand implements Callable<Integer> {
    private static final long ALWAYS = Long.MAX_VALUE;

    private final Supplier<Output> newOutput;
    private final Terminal terminal;
    private final Host host;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Option(
            names = "--since",
            paramLabel = "DURATION",
            converter = Quantity.DurationNs.class,
            description = "Only those that came so short a time ago, such as 10m or 2h.")
    private long sinceNs = ALWAYS;

    @Option(names = "--stack", description = "Show whole stack traces.")
    private boolean stack;

    @Option(names = "--fail", description = "End with exit code 1 if any is shown.")
    private boolean fail;

    @Option(names = "--json", description = "Write one JSON object a line: " + ErrorJson.SCHEMA + ".")
    private boolean json;

    /** For the standard output of this host. */
    public ErrorsCommand(Terminal terminal) {
        this(terminal, new LocalHost(), Output::standard);
    }

    /** For another output of another host. */
    public ErrorsCommand(Terminal terminal, Host host, Supplier<Output> newOutput) {
        this.terminal = terminal;
        this.host = host;
        this.newOutput = newOutput;
    }

    @Override
    public Integer call() throws IOException {
        DriverDirectory driver = directory.ofDriver();
        ErrorsReader errors = ErrorsReader.of(driver);
        long fromMs =
                sinceNs == ALWAYS ? Long.MIN_VALUE : host.now().toEpochMilli() - TimeUnit.NANOSECONDS.toMillis(sinceNs);
        List<ErrorView> selected =
                errors.all().stream().filter(error -> error.lastMs() >= fromMs).toList();
        try (Output out = newOutput.get()) {
            if (json) {
                JsonLines lines = new JsonLines(out, ErrorJson.SCHEMA);
                selected.forEach(new ErrorJson(lines)::write);
                errors.unreadable().forEach(lines::unreadable);
            } else {
                text(out, selected);
            }
            out.flush();
            Unreadable.end(errors.unreadable());
            return fail && !selected.isEmpty() ? ExitCode.FOUND : ExitCode.OK;
        }
    }

    private void text(Output out, List<ErrorView> selected) {
        Table table = new Table(terminal)
                .right("COUNT")
                .left("FIRST")
                .left("LAST")
                .left("WHERE")
                .left("ERROR");
        for (ErrorView error : selected) {
            table.row(
                    Colour.NONE,
                    Long.toString(error.count()),
                    ErrorJson.time(error.firstMs()),
                    ErrorJson.time(error.lastMs()),
                    error.owner(),
                    EscapedText.escape(error.headline()));
            if (stack) {
                error.text().lines().skip(1).forEach(line -> table.detail("    " + EscapedText.escape(line.strip())));
            }
        }
        table.print(out);
    }
}
