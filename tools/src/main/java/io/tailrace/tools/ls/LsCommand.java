/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.ls;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.clean.Survey;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.view.DriverNotice;
import io.tailrace.tools.view.Host;
import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.LocalHost;
import io.tailrace.tools.view.Snapshot;
import io.tailrace.tools.view.SnapshotReader;
import io.tailrace.tools.view.StreamView;
import io.tailrace.tools.view.Unreadable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Lists the streams of a driver. It maps the files for reading only and needs no driver, so it works on one that lives,
 * and on what a dead one left.
 */
@Command(
        name = "ls",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the streams of a media driver, living or dead, and how each does: it looks twice, a tenth of a "
                    + "second apart. Changes nothing.",
        },
        footer = {
            "",
            "POSITION, BYTES/S and LAG are bytes with headers and padding. LAG is that of the subscriber furthest "
                    + "behind, %% how much that is of what publishers may be ahead. The state is what needs a person "
                    + "most: damaged, held back (with whom publishers wait for), open claim, no subscriber, no "
                    + "publisher, flowing, idle, ended, vacant (a name that nobody holds).",
            "",
            "Example:",
            "  tailrace ls                   all streams",
            "  tailrace ls --long 'md.*'     with logs, publishers and subscribers of some",
            "  tailrace ls --json | jq -r 'select(.state == \"HELD_BACK\") | .stream'"
        })
public final class LsCommand implements Callable<Integer> {
    private static final long APART_NS = 100_000_000;

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
            names = {"-l", "--long"},
            description = "A line for each log, publisher and subscriber.")
    private boolean details;

    @Option(names = "--dead", description = "Also what a crash left and nobody holds, as tailrace clean shows it.")
    private boolean dead;

    @Option(names = "--json", description = "Write one JSON object a line: " + StreamJson.SCHEMA + ".")
    private boolean json;

    /** For the standard output of this host; the termination ends it. */
    public LsCommand(Termination termination, Terminal terminal) {
        this(termination, terminal, new LocalHost(), Output::standard);
    }

    /** For another output of another host. */
    public LsCommand(Termination termination, Terminal terminal, Host host, Supplier<Output> newOutput) {
        this.termination = termination;
        this.terminal = terminal;
        this.host = host;
        this.newOutput = newOutput;
    }

    @Override
    public Integer call() throws IOException {
        DriverDirectory driver = directory.ofDriver();
        Patterns patterns = new Patterns(streams);
        try (SnapshotReader reader = new SnapshotReader(driver, host);
                Output out = newOutput.get()) {
            Snapshot before = reader.read();
            termination.sleep(APART_NS);
            Interval interval = new Interval(before, reader.read());
            List<StreamView> selected = interval.after().streams().stream()
                    .filter(stream -> patterns.select(stream.name()))
                    .toList();
            patterns.requireAny(!selected.isEmpty(), "streams");
            List<Survey.Leftover> leftovers = dead
                    ? Survey.of(driver, interval.after().driver().owner().lives())
                            .leftovers()
                    : List.of();
            if (json) {
                json(new JsonLines(out, StreamJson.SCHEMA), interval, selected, leftovers);
            } else {
                text(out, interval, selected, leftovers);
            }
            out.flush();
            return Unreadable.end(interval.after().unreadable());
        }
    }

    private void text(Output out, Interval interval, List<StreamView> selected, List<Survey.Leftover> leftovers) {
        DriverNotice.tell(interval.after());
        StreamTable table = new StreamTable(terminal, interval);
        for (StreamView stream : selected) {
            table.add(stream);
            if (details) {
                table.addDetails(stream);
            }
        }
        table.table().print(out);
        for (Survey.Leftover leftover : leftovers) {
            out.text("left: " + leftover.kind().name().toLowerCase(Locale.ROOT) + ' ' + leftover.path() + ", bytes="
                            + leftover.bytes() + ": " + leftover.reason())
                    .newLine();
        }
    }

    private void json(JsonLines lines, Interval interval, List<StreamView> selected, List<Survey.Leftover> leftovers) {
        Snapshot now = interval.after();
        lines.line("driver", fields -> {
            fields.writeStringField("directory", now.directory().toString());
            fields.writeStringField("life", now.driver().life(now.takenNs()));
            fields.writeNumberField("pid", now.driver().owner().pid());
            fields.writeNumberField("termLength", now.termLength());
            fields.writeNumberField("clients", now.livingClients());
        });
        StreamJson stream = new StreamJson(lines, interval);
        for (StreamView each : selected) {
            stream.stream(each);
            if (details) {
                stream.details(each);
            }
        }
        for (Survey.Leftover leftover : leftovers) {
            lines.line("leftover", fields -> {
                fields.writeStringField("what", leftover.kind().name());
                fields.writeNumberField("bytes", leftover.bytes());
                fields.writeStringField("path", leftover.path().toString());
                fields.writeStringField("reason", leftover.reason());
            });
        }
        now.unreadable().forEach(lines::unreadable);
    }
}
