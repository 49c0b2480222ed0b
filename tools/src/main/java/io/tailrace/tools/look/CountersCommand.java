/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.CountersReader;
import io.tailrace.inspect.CountersReader.Owner;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.report.CounterSlots.CounterReader.Counter;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the counters of a media driver and of its clients. */
@Command(
        name = "counters",
        description = "Shows the counters of a media driver and its clients, alive or dead. Read-only.",
        footer = {
            "Dispatches are always counted; executors and others if their program adds them. A total "
                    + "only grows; a level rises and falls. Clients update their values some 20 times a second.",
            "waits: missedWakeUps counts threads that slept for a second beside a message: the process "
                    + "that should have woken them has died, or there is a fault. 'lost ID STREAM' has the "
                    + "losses of a subscription of policy DROP or EVICT.",
            "Example:",
            "  tailrace counters '*framesInFlight' 'client 17'"
        })
public final class CountersCommand extends LookCommand {
    private static final String SCHEMA = "tailrace.counters/1";

    @Parameters(
            paramLabel = "COUNTER",
            arity = "0..*",
            description = "Only these labels, 'driver' or 'client ID'; * and ? are wildcards.")
    private List<String> counters = new ArrayList<>();

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        Patterns patterns = new Patterns(counters);
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
            write(new JsonLines(out, SCHEMA), selected);
        } else {
            print(out, selected);
        }
        return end(out, read.unreadable());
    }

    /** Writes an object for each counter. */
    private static void write(JsonLines lines, List<Owner> owners) {
        long nowNs = System.nanoTime();
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

    /** Prints a line for each counter below its owner. */
    private static void print(Output out, List<Owner> owners) {
        if (owners.isEmpty()) {
            out.text("no counters to show").newLine();
        }
        for (Owner owner : owners) {
            out.text(owner.describe()).newLine();
            for (Counter counter : owner.counters()) {
                String kind = counter.kind().name().toLowerCase(Locale.ROOT);
                out.format("%20d  %-5s  ", counter.value(), kind)
                        .text(EscapedText.escape(counter.label()))
                        .newLine();
            }
        }
    }
}
