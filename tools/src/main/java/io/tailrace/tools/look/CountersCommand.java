/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.CountersReader;
import io.tailrace.inspect.CountersReader.Owner;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.Unreadable;
import io.tailrace.report.CounterSlots.CounterKind;
import io.tailrace.report.CounterSlots.CounterReader.Counter;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the counters of a media driver and of its clients. */
@Command(
        name = "counters",
        mixinStandardHelpOptions = true,
        description = "Shows the counters of a media driver and its clients, alive or dead. Read-only.",
        footer = {
            "",
            "Dispatches are always counted; executors and others if their program adds them. A total "
                    + "only grows; a level rises and falls. Clients update their values some 20 times a second.",
            "",
            "waits: missedWakeUps counts threads that slept for a second beside a message: the process "
                    + "that should have woken them has died, or there is a fault. 'lost ID STREAM' has the "
                    + "losses of a subscription of policy DROP or EVICT.",
            "",
            "Example:",
            "  tailrace counters --watch '*framesInFlight' 'client 17'"
        })
public final class CountersCommand extends LookCommand {
    private static final String SCHEMA = "tailrace.counters/1";
    private static final long WATCH_NS = 1_000_000_000;

    /** Several groups may have the same name, and so may their figures: the number tells these apart. */
    private record Key(String owner, String label, int number) {
        Key next() {
            return new Key(owner, label, number + 1);
        }
    }

    private final Set<String> told = new HashSet<>();
    private @Nullable Map<Key, Long> totals;
    private long printedNs;

    @Parameters(
            paramLabel = "COUNTER",
            arity = "0..*",
            description = "Only these labels, 'driver' or 'client ID'; * and ? are wildcards.")
    private List<String> counters = new ArrayList<>();

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Option(names = "--watch", description = "Repeat each second, with the growth.")
    private boolean watch;

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        Patterns patterns = new Patterns(counters);
        JsonLines lines = new JsonLines(out, SCHEMA);
        List<Unreadable> unreadable = show(reader, patterns, out, lines);
        while (watch) {
            unreadable.forEach(this::tell);
            out.flush();
            termination().sleep(WATCH_NS);
            if (termination().isRequested()) {
                return ExitCode.OK;
            }
            unreadable = show(reader, patterns, out, lines);
        }
        return end(out, unreadable);
    }

    /** {@return the failures to read} */
    private List<Unreadable> show(SnapshotReader reader, Patterns patterns, Output out, JsonLines lines)
            throws IOException {
        CountersReader read = CountersReader.of(reader.directory());
        List<Owner> selected = new ArrayList<>();
        for (Owner owner : read.all()) {
            Owner part = owner.select(label -> patterns.select(label, owner.name()));
            if (part.counters().size() == owner.counters().size()
                    || !part.counters().isEmpty()) {
                selected.add(part);
            }
        }
        patterns.requireAny(
                !selected.isEmpty(),
                "counters",
                read.all().stream().map(Owner::name).toList());
        if (json) {
            write(lines, selected, System.nanoTime());
        } else {
            print(out, selected, System.nanoTime());
        }
        return read.unreadable();
    }

    private void tell(Unreadable failure) {
        if (told.add(failure.message())) {
            Console.error(failure.message());
        }
    }

    /** Writes an object for each counter. */
    private static void write(JsonLines lines, List<Owner> owners, long nowNs) {
        for (Owner owner : owners) {
            for (Counter counter : owner.counters()) {
                lines.line("counter", json -> {
                    json.writeStringField("owner", owner.name());
                    json.writeNumberField("pid", owner.pid());
                    json.writeStringField("life", owner.life().name());
                    json.writeStringField("type", counter.kind().name());
                    json.writeStringField("label", counter.label());
                    json.writeNumberField("value", counter.value());
                    json.writeNumberField("readNs", nowNs);
                });
            }
        }
    }

    /** Prints a line for each counter below its owner, with the rate of each total since the last print. */
    private void print(Output out, List<Owner> owners, long nowNs) {
        Map<Key, Long> before = totals == null ? Map.of() : totals;
        if (totals != null) {
            out.newLine();
        }
        if (owners.isEmpty()) {
            out.text("no counters to show").newLine();
        }
        Map<Key, Long> now = new HashMap<>();
        for (Owner owner : owners) {
            out.text(owner.describe()).newLine();
            for (Counter counter : owner.counters()) {
                String rate = counter.kind() == CounterKind.TOTAL
                        ? rate(before, note(owner, counter, now), counter.value(), nowNs)
                        : "";
                out.format(
                                "%20d  %-5s  %12s  ",
                                counter.value(), counter.kind().name().toLowerCase(Locale.ROOT), rate)
                        .text(EscapedText.escape(counter.label()))
                        .newLine();
            }
        }
        totals = now;
        printedNs = nowNs;
    }

    /** Remembers a value for the next rate. */
    private static Key note(Owner owner, Counter counter, Map<Key, Long> totals) {
        Key key = new Key(owner.name(), counter.label(), 0);
        while (totals.putIfAbsent(key, counter.value()) != null) {
            key = key.next();
        }
        return key;
    }

    /** Empty if there was no value before, or a larger one, which belonged to another counter. */
    private String rate(Map<Key, Long> totalsBefore, Key key, long value, long nowNs) {
        Long before = totalsBefore.get(key);
        return before == null || value < before
                ? ""
                : String.format(Locale.ROOT, "%.0f/s", (value - before) * 1e9 / (nowNs - printedNs));
    }
}
