/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.Interval;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.Unreadable;
import io.tailrace.tools.command.DisplayWidth;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Keyboard;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the streams of a driver again and again, those that need a person first. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        description = "Shows streams as ls does, repeatedly, until q or Ctrl-C. Read-only.",
        footer = {
            "",
            "Keys: q quits, s selects the next sort key, / asks for a filter (Enter applies it, Esc "
                    + "clears it), arrows, PgUp and PgDn scroll. NO_COLOR in the environment disables colours. "
                    + "In a pipe, frames follow one another.",
            "",
            "Example:",
            "  tailrace top --sort rate --interval 5s 'md.*'"
        })
public final class TopCommand extends LookCommand {
    /** The headline, an empty line, the titles, the line about left-out streams, and the line of the cursor. */
    private static final int OTHER_LINES = 5;

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
        TopKeys keys = new TopKeys(selection);
        reader.next();
        termination().sleep(APART_NS); // So that the first frame appears at once.
        Interval interval = reader.next();
        if (once) {
            Terminal.Size size =
                    new Terminal.Size(Integer.MAX_VALUE, terminal.size().columns());
            out.text(frame(interval, size, keys, false));
            return end(out, interval.after().unreadable());
        }
        out.text(terminal.clear());
        try (Keyboard keyboard = terminal.keyboard()) {
            long dueNs = System.nanoTime() + intervalNs;
            while (!termination().isRequested() && !keys.isEnded()) {
                out.text(terminal.over(frame(interval, terminal.size(), keys, keyboard != null)))
                        .flush();
                String pressed = pressed(keyboard, dueNs);
                pressed.chars().forEach(key -> keys.press((char) key));
                if (pressed.isEmpty()) {
                    interval = reader.next();
                    dueNs = System.nanoTime() + intervalNs;
                }
            }
        }
        return ExitCode.OK;
    }

    private String pressed(@Nullable Keyboard keyboard, long dueNs) {
        if (keyboard != null) {
            return keyboard.await(termination(), dueNs);
        }
        termination().sleepUntil(dueNs);
        return "";
    }

    /**
     * {@return the lines of a frame, as high and as wide as the terminal; the last line has a line end, too, so that
     * frames in a pipe are separate}
     */
    private String frame(Interval interval, Terminal.Size size, TopKeys keys, boolean keyboard) {
        List<StreamView> selected = selection.of(interval);
        List<Unreadable> unreadable = interval.after().unreadable();
        StreamRows streamRows = new StreamRows(interval, size.columns());
        List<String> below = streamRows.below();
        int rows = Math.max(0, size.lines() - OTHER_LINES - (unreadable.isEmpty() ? 0 : 1) - below.size());
        Table<StreamView> table = streamRows.table(context().terminal());
        int left = rows;
        int shown = 0;
        for (StreamView stream : keys.inView(selected, rows)) {
            List<String> details = streamRows.explain(stream);
            left -= 1 + details.size();
            if (left >= 0) {
                streamRows.add(table, stream, details);
                shown++;
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output frame = new Output(bytes)) {
            frame.text(headline(interval, size)).newLine().newLine();
            table.print(frame, size.columns());
            below.forEach(
                    line -> frame.text(DisplayWidth.cut(line, size.columns())).newLine());
            if (!unreadable.isEmpty()) {
                String first = EscapedText.escape(unreadable.get(0).message());
                frame.text(DisplayWidth.cut("unreadable: " + unreadable.size() + ", " + first, size.columns()))
                        .newLine();
            }
            if (keyboard) {
                String line = DisplayWidth.cut(keys.describe(selected.size()), size.columns());
                frame.text(context().terminal().colour(Colour.DIM, line)).newLine();
            } else if (selected.size() > shown) {
                frame.text((selected.size() - shown) + " more").newLine();
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private String headline(Interval interval, Terminal.Size size) {
        String line = StreamRows.totals(interval);
        boolean lives =
                interval.after().driver().life(interval.after().takenNs()).equals("lives");
        return context().terminal().colour(lives ? Colour.BOLD : Colour.RED, DisplayWidth.cut(line, size.columns()));
    }
}
