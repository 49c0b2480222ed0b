/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.counters;

import io.tailrace.control.DriverDirectory;
import io.tailrace.memory.Mappings;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.view.CountersReader;
import io.tailrace.tools.view.CountersReader.Owner;
import io.tailrace.tools.view.Unreadable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Shows what a media driver and its clients count. It maps the files for reading only and needs no driver, so it works
 * on one that lives, and on what a dead one left.
 */
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
public final class CountersCommand implements Callable<Integer> {
    private static final String SCHEMA = "tailrace.counters/1";
    private static final long WATCH_NS = 1_000_000_000;
    /** Only a collection unmaps, and this process makes hardly any by itself. */
    private static final int ROUNDS_TO_COLLECTION = 60;

    private final Termination termination;
    private final Supplier<Output> newOutput;
    private final Set<String> told = new HashSet<>();

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Parameters(
            paramLabel = "COUNTER",
            arity = "0..*",
            description = "Only these: a label, 'driver' or 'client ID'; * and ? stand for any text or character.")
    private List<String> counters = new ArrayList<>();

    @Option(names = "--json", description = "Write one JSON object a line: " + SCHEMA + ".")
    private boolean json;

    @Option(names = "--watch", description = "Show them again every second, until a signal ends it.")
    private boolean watch;

    /** For the standard output; the termination ends it. */
    public CountersCommand(Termination termination) {
        this(termination, Output::standard);
    }

    /** For another output. */
    public CountersCommand(Termination termination, Supplier<Output> newOutput) {
        this.termination = termination;
        this.newOutput = newOutput;
    }

    @Override
    public Integer call() throws IOException {
        DriverDirectory driver = directory.ofDriver();
        Patterns patterns = new Patterns(counters);
        try (Output out = newOutput.get()) {
            CounterReport report = json ? new CounterLines(new JsonLines(out, SCHEMA)) : new CounterTable(out);
            List<CommandException> unreadable = show(driver, patterns, report);
            for (int round = 1; watch; round++) {
                unreadable.forEach(this::tell);
                out.flush();
                termination.sleep(WATCH_NS);
                if (termination.isRequested()) {
                    return ExitCode.OK;
                }
                if (round % ROUNDS_TO_COLLECTION == 0) {
                    Mappings.collect();
                }
                report.beginAgain();
                unreadable = show(driver, patterns, report);
            }
            out.flush();
            return Unreadable.end(unreadable);
        }
    }

    /** {@return what could not be read} */
    private static List<CommandException> show(DriverDirectory driver, Patterns patterns, CounterReport report)
            throws IOException {
        CountersReader read = CountersReader.of(driver);
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

    private void tell(CommandException failure) {
        String message = String.valueOf(failure.getMessage());
        if (told.add(message)) {
            Console.error(message);
        }
    }
}
