/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.Unreadable;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
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
public final class TopCommand extends LookCommand {
    /** A line about the driver, a gap, the titles, what is left out, and where the cursor rests. */
    private static final int OTHER_LINES = 5;

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
            description = "By state (default: what needs a person first), rate, lag, position or name.")
    private Sorting sort = Sorting.STATE;

    @Option(names = "--once", description = "One frame, over a tenth of a second.")
    private boolean once;

    /** The order of the streams. Those that are equal in it stand in the order of their names. */
    enum Sorting {
        STATE,
        RATE,
        LAG,
        POSITION,
        NAME;

        Comparator<StreamView> by(Interval interval) {
            Comparator<StreamView> byName = Comparator.comparing(StreamView::name);
            Comparator<StreamView> byRate = Comparator.comparingDouble(stream -> -interval.bytesPerSecond(stream));
            Comparator<StreamView> byState =
                    Comparator.comparing(stream -> interval.state(stream).kind());
            Comparator<StreamView> first =
                    switch (this) {
                        case STATE -> byState.thenComparing(byRate);
                        case RATE -> byRate;
                        case LAG -> Comparator.comparingLong(stream -> -stream.lagBytes());
                        case POSITION -> Comparator.comparingLong(stream -> -stream.position());
                        case NAME -> byName;
                    };
            return first.thenComparing(byName);
        }
    }

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        Terminal terminal = context().terminal();
        reader.next();
        termination().sleep(APART_NS); // For the first frame at once.
        Interval interval = reader.next();
        if (once) {
            out.text(frame(interval, Terminal.UNBOUNDED));
            return end(out, interval.after().unreadable());
        }
        out.text(terminal.clear());
        while (!termination().isRequested()) {
            out.text(terminal.over(frame(interval, terminal.size()))).flush();
            termination().sleep(intervalNs);
            interval = reader.next();
        }
        return ExitCode.OK;
    }

    /**
     * {@return the lines of a frame, as high and as wide as the terminal; the last one has an end, too, so that a frame
     * in a pipe is one of its own}
     */
    private String frame(Interval interval, Terminal.Size size) {
        List<StreamView> selected = new ArrayList<>(interval.after().select(new Patterns(streams)::select));
        selected.sort(sort.by(interval));
        List<Unreadable> unreadable = interval.after().unreadable();
        int rows = Math.max(0, size.lines() - OTHER_LINES - (unreadable.isEmpty() ? 0 : 1));
        StreamRows streamRows = new StreamRows(interval);
        Table<StreamView> table = streamRows.table(context().terminal());
        selected.stream().limit(rows).forEach(stream -> streamRows.add(table, stream));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output frame = new Output(bytes)) {
            frame.text(headline(interval, size)).newLine().newLine();
            table.print(frame, rows, size.columns());
            if (selected.size() > rows) {
                frame.text((selected.size() - rows) + " more").newLine();
            }
            if (!unreadable.isEmpty()) {
                String first = EscapedText.escape(unreadable.get(0).message());
                frame.text(Table.cut("unreadable: " + unreadable.size() + ", " + first, size.columns()))
                        .newLine();
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private String headline(Interval interval, Terminal.Size size) {
        Snapshot now = interval.after();
        ClientView driver = now.driver();
        String life = driver.life(now.takenNs());
        String line = now.directory() + "  driver " + driver.owner().pid() + ' ' + life
                + (life.equals("dead") ? "" : age(now))
                + "  clients " + now.livingClients() + " (" + now.suspectClients() + " suspect)  streams "
                + now.streams().size() + " (" + interval.heldBack() + " held back)  "
                + Quantity.shortBytes(interval.bytesPerSecond()) + "/s  errors " + now.counter("errors");
        return context()
                .terminal()
                .colour(life.equals("lives") ? Colour.BOLD : Colour.RED, Table.cut(line, size.columns()));
    }

    /** A driver may say anything of its start. */
    private static String age(Snapshot now) {
        return now.driver().since() == null
                ? ""
                : ", up "
                        + Quantity.shortDuration(TimeUnit.SECONDS.toNanos(
                                Duration.between(now.driver().since(), now.taken())
                                        .toSeconds()));
    }
}
