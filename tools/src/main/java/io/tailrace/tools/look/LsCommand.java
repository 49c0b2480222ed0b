/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamState.Culprit;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.DisplayWidth;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the streams of a driver. */
@Command(
        name = "ls",
        description = "Lists the streams of a media driver, alive or dead. Read-only.",
        footer = {
            "POSITION, BYTES/S and LAG are bytes with headers and padding. LAG is that of the slowest "
                    + "subscriber that publishers wait for, %% its share of how far publishers may be ahead. "
                    + "STATE is the first that applies of: damaged, held back (publishers wait; the text names "
                    + "the culprit), open claim, flowing, no subscriber, no publisher, idle, ended, vacant (a "
                    + "name that no process holds). A narrow terminal shortens texts, which --long shows in "
                    + "full, and omits columns, TERM first and %% last.",
            "A link of a bridge is connecting, up, down (no answer), held (by a subscriber at the "
                    + "receiver's host, which it names), refused, ended, failed, or dead (its process is gone).",
            "Example:",
            "  tailrace ls --long 'md.*'",
            "  tailrace ls --watch 5s >> streams.log",
            "  tailrace ls --json | jq -r 'select(.state == \"HELD_BACK\") | .stream'"
        })
public class LsCommand extends LookCommand {
    @Parameters(paramLabel = "STREAM", arity = "0..*", description = "Only these streams; * and ? are wildcards.")
    private List<String> streams = new ArrayList<>();

    @Option(
            names = "--filter",
            paramLabel = "PATTERN",
            description = "Only streams where the name, a subscription, program, \"client ID\" or \"pid "
                    + "PID\" matches; without wildcards, in part.")
    private String filter = "";

    @Option(
            names = "--sort",
            paramLabel = "KEY",
            description = "By state (default of top), rate, lag, position or name (default of ls).")
    private Sorting sort;

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

    /** The order of the streams. Equal streams are ordered by name. */
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

    /** Lists once, by name. */
    public LsCommand() {
        this(Sorting.NAME, null);
    }

    LsCommand(Sorting sort, @Nullable Duration watch) {
        this.sort = sort;
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
            List<StreamView> selected = select(interval);
            if (json) {
                json(new JsonLines(out, StreamRows.SCHEMA), interval, selected);
            } else {
                text(out, interval, selected);
            }
            if (watch == null) {
                return end(out, interval.after().unreadable());
            }
            out.flush();
            dueNs += watch.toNanos();
        }
    }

    /** {@return the streams to show, in their order; at least one if any were asked for, and none can come} */
    private List<StreamView> select(Interval interval) {
        Snapshot now = interval.after();
        boolean whole = filter.contains("*") || filter.contains("?");
        List<String> filters = filter.isEmpty() ? List.of() : List.of(whole ? filter : '*' + filter + '*');
        Patterns names = new Patterns(filters);
        List<StreamView> selected = new ArrayList<>(now.select(new Patterns(streams)::select));
        selected.removeIf(stream -> !names.select(names(stream, now)));
        selected.sort(sort.by(interval));
        List<String> asked = new ArrayList<>(streams);
        asked.addAll(filters);
        new Patterns(asked).requireAny(watch != null || !selected.isEmpty(), "streams", now.streamNames());
        return selected;
    }

    private static String[] names(StreamView stream, Snapshot now) {
        Set<String> names = new HashSet<>(stream.vacantNames());
        names.add(stream.name());
        stream.waiting().forEach(subscription -> names.add(subscription.name().text()));
        for (LogView log : stream.logs()) {
            Stream.concat(
                            log.at().publishers().stream().map(publisher -> Culprit.of(publisher, now)),
                            log.at().subscribers().stream().map(subscriber -> Culprit.of(subscriber, now)))
                    .forEach(member -> names.addAll(List.of(
                            member.subscription(),
                            "client " + member.clientId(),
                            "pid " + member.pid(),
                            member.client() == null ? "" : member.client().program())));
        }
        return names.toArray(String[]::new);
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
        String shown =
                lines.stream().limit(most).map(line -> fit(line, size) + '\n').collect(Collectors.joining());
        out.text(terminal.over(shown + left));
    }

    /** Cuts a line below a row, which has no colours: a longer one would take two lines of the terminal. */
    private String fit(String line, Terminal.Size size) {
        return details || !line.startsWith(" ") ? line : DisplayWidth.cut(line, size.columns());
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

    /** Lists the streams of a driver again and again, those that need a person first. */
    @Command(
            name = "top",
            description = "Shows streams as ls does, each second until Ctrl-C, those that need a person first. "
                    + "Read-only.",
            footer = {
                "Shows as many as fit on the terminal. NO_COLOR in the environment disables colours.",
                "Example:",
                "  tailrace top --sort rate --watch 5s 'md.*'"
            })
    public static final class Top extends LsCommand {
        /** Lists by state. */
        public Top() {
            super(Sorting.STATE, Duration.ofSeconds(1));
        }
    }
}
