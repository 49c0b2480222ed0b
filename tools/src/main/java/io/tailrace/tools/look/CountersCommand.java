/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.file.Mappings;
import io.tailrace.inspect.CountersReader;
import io.tailrace.inspect.CountersReader.Owner;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.Unreadable;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what a media driver and its clients count. */
@Command(
        name = "counters",
        mixinStandardHelpOptions = true,
        description = {
            "Shows what a media driver and its clients count: dispatches by themselves, executors and others where "
                    + "their program adds them. Of a living driver or a dead one. Changes nothing.",
        },
        footer = {
            "",
            "Each line has value, kind, with --watch the growth per second, and label. A total only grows, a level "
                    + "rises and falls. Clients bring their values up to date some 20 times a second.",
            "",
            "Example:",
            "  tailrace counters",
            "  tailrace counters --watch",
            "  tailrace counters '*framesInFlight' 'client 17'"
        })
public final class CountersCommand extends LookCommand {
    private static final String SCHEMA = "tailrace.counters/1";
    private static final long WATCH_NS = 1_000_000_000;
    /** Only a collection unmaps, and this process makes hardly any by itself. */
    private static final int ROUNDS_TO_COLLECTION = 60;

    private final Set<String> told = new HashSet<>();

    @Parameters(
            paramLabel = "COUNTER",
            arity = "0..*",
            description = "Only these: a label, 'driver' or 'client ID'; * and ? stand for any text or character.")
    private List<String> counters = new ArrayList<>();

    @Option(names = "--json", description = "Write one JSON object a line: " + SCHEMA + ".")
    private boolean json;

    @Option(names = "--watch", description = "Show them again every second, until a signal ends it.")
    private boolean watch;

    /** Runs in a context. */
    public CountersCommand(Context context) {
        super(context);
    }

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        Patterns patterns = new Patterns(counters);
        CounterReport report = new CounterReport(out, json ? SCHEMA : null);
        List<Unreadable> unreadable = show(reader, patterns, report);
        for (int round = 1; watch; round++) {
            unreadable.forEach(this::tell);
            out.flush();
            context().termination().sleep(WATCH_NS);
            if (context().termination().isRequested()) {
                return ExitCode.OK;
            }
            if (round % ROUNDS_TO_COLLECTION == 0) {
                Mappings.collect();
            }
            unreadable = show(reader, patterns, report);
        }
        return end(out, unreadable);
    }

    /** {@return what could not be read} */
    private static List<Unreadable> show(SnapshotReader reader, Patterns patterns, CounterReport report)
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
        patterns.requireAny(!selected.isEmpty(), "counters");
        report.print(selected, System.nanoTime());
        return read.unreadable();
    }

    private void tell(Unreadable failure) {
        if (told.add(failure.message())) {
            Console.error(failure.message());
        }
    }
}
