/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.Interval;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.DisplayWidth;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the streams of a driver. */
@Command(
        name = "ls",
        description = "Lists the streams of a media driver, alive or dead. Read-only.",
        footer = {
            "",
            "POSITION, BYTES/S and LAG are bytes with headers and padding. LAG is that of the slowest "
                    + "subscriber that publishers wait for, %% its share of how far publishers may be ahead. "
                    + "STATE is the first that applies of: damaged, held back (publishers wait; the text names "
                    + "the culprit), open claim, flowing, no subscriber, no publisher, idle, ended, vacant (a "
                    + "name that no process holds). A narrow terminal shortens texts, which --long shows in "
                    + "full, and omits columns, TERM first and %% last.",
            "",
            "A link of a bridge is connecting, up, down (no answer), held (by a subscriber at the "
                    + "receiver's host, which it names), refused, ended, failed, or dead (its process is gone).",
            "",
            "Example:",
            "  tailrace ls --long 'md.*'",
            "  tailrace ls --watch 5s >> streams.log",
            "  tailrace ls --json | jq -r 'select(.state == \"HELD_BACK\") | .stream'"
        })
public class LsCommand extends LookCommand {
    @Mixin
    private final StreamSelection selection;

    @Option(
            names = {"-l", "--long"},
            description = "One line per log, publisher and subscriber.")
    private boolean details;

    @Option(
            names = "--watch",
            paramLabel = "TIME",
            description = "Repeat at this interval until a signal, after a line of totals: on a terminal in place.")
    private @Nullable Duration watch;

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    /** Lists once, by name. */
    public LsCommand() {
        this(StreamSelection.Sorting.NAME, null);
    }

    LsCommand(StreamSelection.Sorting sort, @Nullable Duration watch) {
        this.selection = new StreamSelection(sort);
        this.watch = watch;
    }

    @Override
    protected final int look(SnapshotReader reader, Output out) throws IOException {
        if (watch != null && watch.isZero()) {
            throw new CommandException(ExitCode.USAGE, "--watch must be longer than 0: rates are those of an interval");
        }
        reader.next();
        long dueNs = System.nanoTime() + APART_NS;
        while (true) {
            termination().sleepUntil(dueNs);
            if (watch != null && termination().isRequested()) {
                return ExitCode.OK;
            }
            Interval interval = reader.next();
            show(out, interval);
            if (watch == null) {
                return end(out, interval.after().unreadable());
            }
            out.flush();
            dueNs += watch.toNanos();
        }
    }

    private void show(Output out, Interval interval) {
        Snapshot now = interval.after();
        List<StreamView> selected = selection.of(interval);
        selection.requireAny(selected, now);
        if (json) {
            json(new JsonLines(out, StreamRows.SCHEMA), interval, selected);
        } else {
            text(out, interval, selected);
        }
    }

    private void text(Output out, Interval interval, List<StreamView> selected) {
        Terminal terminal = context().terminal();
        Terminal.Size size = terminal.size();
        StreamRows rows = new StreamRows(interval, details ? Integer.MAX_VALUE : size.columns());
        if (watch == null) {
            tellDriver(interval.after());
            rows.print(out, terminal, selected, details);
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output frame = new Output(bytes)) {
            frame.text(headline(interval, terminal, size.columns())).newLine();
            rows.print(frame, terminal, selected, details);
        }
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        int most = Math.max(0, size.lines() - 2); // The lines about what is left out, and of the cursor.
        String left = lines.size() <= most ? "" : "... " + (lines.size() - most) + " more\n";
        String shown = lines.stream().limit(most).map(line -> line + '\n').collect(Collectors.joining());
        out.text(terminal.over(shown + left));
    }

    private static String headline(Interval interval, Terminal terminal, int width) {
        Snapshot now = interval.after();
        String line = now.taken().truncatedTo(ChronoUnit.SECONDS) + "  " + StreamRows.totals(interval)
                + (now.unreadable().isEmpty()
                        ? ""
                        : "  unreadable " + now.unreadable().size());
        boolean lives = now.driver().life(now.takenNs()).equals("lives");
        return terminal.colour(lives ? Colour.BOLD : Colour.RED, DisplayWidth.cut(line, width));
    }

    private void json(JsonLines lines, Interval interval, List<StreamView> selected) {
        Snapshot now = interval.after();
        lines.line("driver", fields -> {
            fields.writeStringField("directory", now.directory().toString());
            fields.writeStringField("life", now.driver().life(now.takenNs()));
            fields.writeNumberField("pid", now.driver().owner().pid());
            fields.writeNumberField("termLength", now.termLength());
            fields.writeStringField("time", now.taken().toString());
            fields.writeNumberField("clients", now.livingClients());
            fields.writeNumberField("suspectClients", now.suspectClients());
            fields.writeNumberField("streams", now.streams().size());
            fields.writeNumberField("heldBack", interval.heldBack());
            fields.writeNumberField("bytesPerSecond", Math.round(interval.bytesPerSecond()));
            fields.writeNumberField("errors", now.counter("errors"));
        });
        new StreamRows(interval).write(lines, selected, details);
        now.unreadable().forEach(lines::unreadable);
    }
}
