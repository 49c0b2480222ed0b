/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.top;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import io.tailrace.tools.ls.StreamTable;
import io.tailrace.tools.view.ClientView;
import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.Snapshot;
import io.tailrace.tools.view.StreamView;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What one look shows, as high and as wide as the terminal. One thread. */
final class Frame {
    /** A line about the driver, a gap, the titles, what is left out, and where the cursor rests. */
    private static final int OTHER_LINES = 5;

    private final Terminal terminal;
    private final Patterns patterns;
    private final Sorting sorting;

    Frame(Terminal terminal, Patterns patterns, Sorting sorting) {
        this.terminal = terminal;
        this.patterns = patterns;
        this.sorting = sorting;
    }

    /** {@return the lines; the last one has an end, too, so that a frame in a pipe is one of its own} */
    String draw(Interval interval, Terminal.Size size) {
        Snapshot now = interval.after();
        List<StreamView> selected = now.streams().stream()
                .filter(stream -> patterns.select(stream.name()))
                .sorted(sorting.by(interval))
                .toList();
        List<CommandException> unreadable = now.unreadable();
        int rows = Math.max(0, size.lines() - OTHER_LINES - (unreadable.isEmpty() ? 0 : 1));
        StreamTable table = new StreamTable(terminal, interval);
        selected.stream().limit(rows).forEach(table::add);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output frame = new Output(bytes)) {
            frame.text(headline(interval, size)).newLine().newLine();
            table.table().print(frame, rows, size.columns());
            if (selected.size() > rows) {
                frame.text((selected.size() - rows) + " more").newLine();
            }
            if (!unreadable.isEmpty()) {
                frame.text(cut("unreadable: " + unreadable.size() + ", " + first(unreadable), size))
                        .newLine();
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String first(List<CommandException> unreadable) {
        return EscapedText.escape(String.valueOf(unreadable.get(0).getMessage()));
    }

    private String headline(Interval interval, Terminal.Size size) {
        Snapshot now = interval.after();
        ClientView driver = now.driver();
        String life = driver.life(now.takenNs());
        String age = driver.since() == null ? "" : ", up " + age(driver.since(), now.taken());
        String line =
                now.directory() + "  driver " + driver.owner().pid() + ' ' + life + (life.equals("dead") ? "" : age)
                        + "  clients " + now.livingClients() + " (" + now.suspectClients() + " suspect)  streams "
                        + now.streams().size() + " (" + interval.heldBack() + " held back)  "
                        + Quantity.shortBytes(interval.bytesPerSecond()) + "/s  errors " + now.counter("errors");
        return terminal.colour(life.equals("lives") ? Colour.BOLD : Colour.RED, cut(line, size));
    }

    private static String cut(String line, Terminal.Size size) {
        return line.length() <= size.columns() ? line : line.substring(0, size.columns());
    }

    /** A driver may say anything of its start. */
    private static String age(Instant since, Instant now) {
        return Quantity.shortDuration(
                TimeUnit.SECONDS.toNanos(Duration.between(since, now).toSeconds()));
    }
}
