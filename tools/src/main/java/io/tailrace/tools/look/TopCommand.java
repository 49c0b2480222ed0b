/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.Interval;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.Unreadable;
import io.tailrace.tools.command.DisplayWidth;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the streams of a driver again and again, those that need a person first. */
@Command(
        name = "top",
        description = "Shows streams as ls does, those that need a person first, repeatedly, until Ctrl-C. Read-only.",
        footer = {
            "",
            "Shows as many as fit on the terminal. NO_COLOR in the environment disables colours. In a pipe, frames "
                    + "follow one another.",
            "",
            "Example:",
            "  tailrace top --sort rate --interval 5s 'md.*'"
        })
public final class TopCommand extends LookCommand {
    @Mixin
    private final StreamSelection selection = new StreamSelection(StreamSelection.Sorting.STATE);

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            converter = Quantity.DurationNs.class,
            description = "Time that a frame covers. Default: 1s.")
    private long intervalNs = 1_000_000_000;

    @Option(names = "--once", description = "Show one frame.")
    private boolean once;

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        Terminal terminal = context().terminal();
        reader.next();
        termination().sleep(APART_NS); // So that the first frame appears at once.
        if (once) {
            Interval interval = reader.next();
            out.text(frame(
                    interval,
                    new Terminal.Size(Integer.MAX_VALUE, terminal.size().columns())));
            return end(out, interval.after().unreadable());
        }
        out.text(terminal.clear());
        while (!termination().isRequested()) {
            long dueNs = System.nanoTime() + intervalNs;
            out.text(terminal.over(frame(reader.next(), terminal.size()))).flush();
            termination().sleepUntil(dueNs);
        }
        return ExitCode.OK;
    }

    /**
     * {@return the lines of a frame, as high as the terminal; the last line has a line end, too, so that frames in a
     * pipe are separate}
     */
    private String frame(Interval interval, Terminal.Size size) {
        List<Unreadable> unreadable = interval.after().unreadable();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output frame = new Output(bytes)) {
            frame.text(headline(interval, size)).newLine().newLine();
            if (!unreadable.isEmpty()) {
                String first = EscapedText.escape(unreadable.get(0).message());
                frame.text(DisplayWidth.cut("unreadable: " + unreadable.size() + ", " + first, size.columns()))
                        .newLine();
            }
            new StreamRows(interval, size.columns()).print(frame, context().terminal(), selection.of(interval), false);
        }
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        int most = Math.max(0, size.lines() - 2); // The lines about what is left out, and of the cursor.
        List<String> shown = new ArrayList<>(lines.subList(0, Math.min(most, lines.size())));
        if (lines.size() > most) {
            shown.add("... " + (lines.size() - most) + " more");
        }
        return String.join("\n", shown) + '\n';
    }

    private String headline(Interval interval, Terminal.Size size) {
        String line = StreamRows.totals(interval);
        boolean lives =
                interval.after().driver().life(interval.after().takenNs()).equals("lives");
        return context().terminal().colour(lives ? Colour.BOLD : Colour.RED, DisplayWidth.cut(line, size.columns()));
    }
}
