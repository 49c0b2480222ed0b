/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.control.EventView;
import io.tailrace.inspect.EventsReader;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.Unreadable;
import io.tailrace.tools.command.Columns;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the events of a driver, of earlier drivers in the directory, and of their clients. */
@Command(
        name = "events",
        mixinStandardHelpOptions = true,
        description = "Lists arrivals, departures, deaths, losses, evictions and refusals, also of "
                + "earlier drivers. Read-only.",
        footer = {
            "",
            "Keeps the last 300 arrivals and departures of clients, the last 300 deaths and driver "
                    + "starts and ends, and the last 400 other events. A repeated event of one client on one "
                    + "stream is counted, with the time of the last; --follow shows it again.",
            "",
            "Example:",
            "  tailrace events --since 10m risk",
            "  tailrace events '*died' --follow"
        })
public final class EventsCommand extends LookCommand {
    private static final String SCHEMA = "tailrace.events/1";
    private static final long FOLLOW_NS = 500_000_000;
    private static final Columns<EventView> COLUMNS = new Columns<EventView>()
            .key("sequence", EventView::sequence)
            .key("time", event -> ErrorsCommand.time(event.timeMs()))
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

    @Parameters(
            paramLabel = "WHAT",
            arity = "0..*",
            description = "Only events of this client (id, name or pid), stream, subscription or kind; * and "
                    + "? are wildcards.")
    private List<String> what = new ArrayList<>();

    @Mixin
    private final SinceOption since = new SinceOption();

    @Option(names = "--follow", description = "Continue with new events until a signal.")
    private boolean follow;

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    protected int look(SnapshotReader reader, Output out) {
        Patterns patterns = new Patterns(what);
        JsonLines lines = new JsonLines(out, SCHEMA);
        long fromMs = since.fromMs(context().host());
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
                patterns.requireAny(!selected.isEmpty(), "events", names(events.all()));
                if (json) {
                    events.unreadable().forEach(lines::unreadable);
                }
                return end(out, events.unreadable());
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

    private static Set<String> names(List<EventView> events) {
        Set<String> names = new TreeSet<>();
        events.forEach(event -> names.addAll(List.of(
                event.stream(),
                event.subscription(),
                event.program(),
                event.kind().word())));
        return names;
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
            lines.line("event", COLUMNS.of(event));
            return;
        }
        Colour colour =
                switch (event.kind()) {
                    case DRIVER_DIED, CLIENT_DIED -> Colour.RED;
                    case OVERRUN, EVICTED, UNBLOCKED, REFUSED, RELEASED -> Colour.YELLOW;
                    default -> Colour.NONE;
                };
        String line = ErrorsCommand.time(event.timeMs()) + "  " + EscapedText.escape(event.words());
        out.text(context().terminal().colour(colour, line)).newLine();
    }

    /** Writes a line for each event, for programs. */
    public static void write(OutputStream out, List<EventView> events) {
        JsonLines lines = new JsonLines(out, SCHEMA);
        events.forEach(event -> lines.line("event", COLUMNS.of(event)));
    }
}
