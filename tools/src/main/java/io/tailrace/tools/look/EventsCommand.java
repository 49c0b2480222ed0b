/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.ErrorsReader;
import io.tailrace.inspect.ErrorsReader.ErrorView;
import io.tailrace.inspect.EventsReader;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.Unreadable;
import io.tailrace.report.EventView;
import io.tailrace.tools.command.Columns;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the events of a driver, of earlier drivers in the directory, and of their clients. */
@Command(
        name = "events",
        description = "Lists arrivals, departures, deaths, losses, evictions and refusals, also of "
                + "earlier drivers; or errors, the latest first. Read-only.",
        footer = {
            "Keeps the last 300 arrivals and departures of clients, the last 300 deaths and driver "
                    + "starts and ends, and the last 400 other events. A repeated event of one client on one "
                    + "stream is counted, with the time of the last; --follow shows it again.",
            "Errors of a client are those that its error handler received, until it closes. Errors of "
                    + "a driver outlive its restart. An error that came several times is counted.",
            "Example:",
            "  tailrace events --since 10m risk",
            "  tailrace events '*died' --follow",
            "  tailrace events --errors --since 10m --fail"
        })
public final class EventsCommand extends LookCommand {
    /** The schema of the lines for programs. */
    public static final String SCHEMA = "tailrace.events/1";

    /** The fields of events. */
    public static final Columns<EventView> EVENTS = new Columns<EventView>()
            .key("sequence", EventView::sequence)
            .key("time", event -> time(event.timeMs()))
            .key("type", event -> event.kind().name())
            .key("stream", EventView::stream)
            .key("name", EventView::subscription)
            .key("clientId", EventView::clientId)
            .key("pid", EventView::pid)
            .key("program", EventView::program)
            .key("detail", EventView::detail)
            .key("from", EventView::from)
            .key("to", EventView::to)
            .key("text", EventView::words);

    /** The columns and fields of errors. */
    public static final Columns<ErrorView> ERRORS = new Columns<ErrorView>()
            .key("where", ErrorView::owner)
            .right("COUNT", "count", ErrorView::count)
            .left("FIRST", "first", error -> time(error.firstMs()))
            .left("LAST", "last", error -> time(error.lastMs()))
            .left("WHERE", ErrorView::owner)
            .left("ERROR", error -> EscapedText.escape(error.headline()))
            .key("text", ErrorView::text);

    private static final long FOLLOW_NS = 500_000_000;

    @Parameters(
            paramLabel = "WHAT",
            arity = "0..*",
            description = "Only events of this client (id, name or pid), stream, subscription or kind, or errors "
                    + "of 'driver' or 'client ID'; * and ? are wildcards.")
    private List<String> what = new ArrayList<>();

    @Option(names = "--since", paramLabel = "DURATION", description = "Only those within this time, such as 10m.")
    private @Nullable Duration since;

    @Option(names = "--errors", description = "List distinct errors of drivers and clients instead.")
    private boolean errors;

    @Option(names = "--stack", description = "As --errors, with full stack traces.")
    private boolean stack;

    @Option(names = "--fail", description = "Exit with 1 if anything is listed.")
    private boolean fail;

    @Option(names = "--follow", description = "Continue with new events until a signal.")
    private boolean follow;

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        if (follow && (errors || stack || fail)) {
            throw new CommandException(
                    ExitCode.USAGE, "--follow continues with events: leave it out, or --errors, --stack and --fail");
        }
        return errors || stack ? errors(reader, out) : events(reader, out);
    }

    private int errors(SnapshotReader reader, Output out) throws IOException {
        ErrorsReader errorsReader = ErrorsReader.of(reader.directory());
        Patterns patterns = new Patterns(what);
        long fromMs = fromMs();
        List<ErrorView> selected = errorsReader.all().stream()
                .filter(error -> error.lastMs() >= fromMs && patterns.select(error.owner()))
                .toList();
        if (json) {
            JsonLines lines = new JsonLines(out, SCHEMA);
            lines.lines("error", ERRORS, selected);
            errorsReader.unreadable().forEach(lines::unreadable);
        } else {
            Table<ErrorView> table = new Table<>(context().terminal(), ERRORS);
            for (ErrorView error : selected) {
                table.row(Colour.NONE, error);
                error.text()
                        .lines()
                        .skip(1)
                        .limit(stack ? Long.MAX_VALUE : 0)
                        .forEach(line -> table.detail("    " + EscapedText.escape(line.strip())));
            }
            table.print(out, Integer.MAX_VALUE);
        }
        return end(out, errorsReader.unreadable(), !selected.isEmpty());
    }

    /** {@return the earliest time to show, in milliseconds since 1970} */
    private long fromMs() {
        return since == null ? Long.MIN_VALUE : context().host().now().toEpochMilli() - since.toMillis();
    }

    private int end(Output out, List<Unreadable> unreadable, boolean found) {
        int exitCode = end(out, unreadable);
        return fail && found ? ExitCode.FOUND : exitCode;
    }

    private int events(SnapshotReader reader, Output out) {
        Patterns patterns = new Patterns(what);
        JsonLines lines = new JsonLines(out, SCHEMA);
        long fromMs = fromMs();
        Set<EventView> shown = new HashSet<>();
        Set<Unreadable> told = new HashSet<>();
        while (true) {
            EventsReader events = EventsReader.of(
                    reader.directory(),
                    context().host().nanoTime(),
                    context().host().now());
            List<EventView> selected = events.all().stream()
                    .filter(event -> event.timeMs() >= fromMs && isSelected(patterns, event))
                    .toList();
            selected.stream()
                    .filter(event -> !shown.contains(event) && !isKnownEnd(shown, event))
                    .forEach(event -> show(out, lines, event));
            shown.clear();
            shown.addAll(selected);
            if (!follow) {
                List<String> kinds = events.all().stream()
                        .map(event -> event.kind().word())
                        .distinct()
                        .toList();
                boolean isKnown = fail || events.all().stream().anyMatch(event -> isSelected(patterns, event));
                patterns.requireAny(isKnown, "events", kinds); // Those before --since make a pattern right.
                if (json) {
                    events.unreadable().forEach(lines::unreadable);
                }
                return end(out, events.unreadable(), !selected.isEmpty());
            }
            out.flush();
            events.unreadable().stream()
                    .filter(told::add)
                    .map(Unreadable::message)
                    .forEach(Console::error);
            termination().sleep(FOLLOW_NS);
            if (termination().isRequested()) {
                return ExitCode.OK;
            }
        }
    }

    /** {@return whether it is the end of a driver that was seen before the next driver noted it, at another time} */
    private static boolean isKnownEnd(Set<EventView> shown, EventView event) {
        return event.kind().isOfDriver()
                && shown.stream()
                        .anyMatch(other -> other.kind() == event.kind() && other.sequence() == event.sequence());
    }

    private static boolean isSelected(Patterns patterns, EventView event) {
        List<String> names = new ArrayList<>(List.of(
                event.stream(),
                event.subscription(),
                event.program(),
                Long.toString(event.clientId()),
                Long.toString(event.pid()),
                event.kind().word()));
        names.addAll(List.of(event.detail().split("[ ,;]+", -1))); // The streams of a client that has died.
        return patterns.select(names.toArray(String[]::new));
    }

    private void show(Output out, JsonLines lines, EventView event) {
        if (json) {
            lines.line("event", EVENTS.of(event));
            return;
        }
        Colour colour =
                switch (event.kind()) {
                    case DRIVER_DIED, CLIENT_DIED -> Colour.RED;
                    case OVERRUN, EVICTED, UNBLOCKED, REFUSED, RELEASED -> Colour.YELLOW;
                    default -> Colour.NONE;
                };
        String line = time(event.timeMs()) + "  " + EscapedText.escape(event.words());
        out.text(context().terminal().colour(colour, line)).newLine();
    }

    /** {@return a time to the millisecond, so that the width is fixed} */
    private static String time(long ms) {
        String text = Instant.ofEpochMilli(ms).toString();
        return text.length() == 20 ? text.substring(0, 19) + ".000Z" : text;
    }
}
