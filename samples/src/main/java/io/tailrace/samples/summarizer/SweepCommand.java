/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.sweep.ChildJvm;
import io.tailrace.samples.summarizer.sweep.Grid;
import io.tailrace.samples.summarizer.sweep.Plan;
import io.tailrace.samples.summarizer.sweep.Points;
import io.tailrace.samples.summarizer.sweep.Sweep;
import io.tailrace.samples.summarizer.sweep.SweepReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sweep}: measures every joint, and reports. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        description = {
            "Runs each joint with several numbers of workers and each version of events, in random order, each point in"
                    + " a JVM of its own. Writes points.jsonl, report.md and plots into a directory.",
            "Exit code 70: points failed; report.md says which."
        })
final class SweepCommand implements Callable<Integer> {
    /** What newer JDKs need for futexes. */
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    private static final int MAX_ROUNDS = 1_000;
    private static final int EVENTS = 1_500_000;
    private static final int ROUNDS = 3;
    private static final int QUICK_EVENTS = 400_000;
    private static final int QUICK_ROUNDS = 1;

    private final List<String> command;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--events",
            paramLabel = "N",
            description = "Of version 1 for a point; of version 2, which cost more, a quarter of it. Default: " + EVENTS
                    + "; with --quick " + QUICK_EVENTS + ".")
    private @Nullable Integer events;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Points of a setting. Default: " + ROUNDS + "; with --quick " + QUICK_ROUNDS + ".")
    private @Nullable Integer rounds;

    @Option(
            names = "--joints",
            paramLabel = "NAME",
            split = ",",
            description = "Of these: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<Joining> joints = List.of(Joining.values());

    @Option(names = "--parsers", paramLabel = "N", split = ",", description = "Default: 1,2,3; with --quick 1,2.")
    private @Nullable List<Integer> parsers;

    @Option(names = "--summarizers", paramLabel = "N", split = ",", description = "Default: 1,2,4; with --quick 1,2.")
    private @Nullable List<Integer> summarizers;

    @Option(
            names = "--versions",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,2",
            description = "Default: ${DEFAULT-VALUE}.")
    private List<Integer> versions = List.of();

    @Option(names = "--java", paramLabel = "PATH", description = "The java command. Default: the one that runs this.")
    private @Nullable Path java;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "sweep",
            description = "Is made if there is none. Default: ${DEFAULT-VALUE}.")
    private Path directory = Path.of("");

    @Option(names = "--seed", paramLabel = "N", description = "Of the order of points. Default: any.")
    private @Nullable Long seed;

    @Option(names = "--quick", description = "Fewer points: not for a claim, but it takes less than 5 minutes.")
    private boolean isQuick;

    /** @param command starts the Summarizer: the java command, then its options */
    SweepCommand(List<String> command) {
        this.command = command;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Plan plan = plan();
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new IOException("cannot make a directory: --out=" + directory, e);
        }
        if (new Points(directory).exist()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "has the points of an earlier sweep: --out=" + directory + ". Name another one");
        }
        System.err.printf(
                Locale.ROOT,
                "%d points in %d rounds, about %d minutes, seed %d%n",
                plan.rounds() * plan.settings().size(),
                plan.rounds(),
                plan.foretold().toMinutes() + 1,
                plan.seed());
        int failureCount = new Sweep(plan, new ChildJvm(childCommand()), directory, System.err).run();
        System.out.println(SweepReport.write(directory));
        if (failureCount > 0) {
            System.err.println("summarizer: points failed: count=" + failureCount + ". See the report");
        }
        return failureCount == 0 ? 0 : SummarizerMain.INTERNAL;
    }

    private List<String> childCommand() {
        List<String> child = new ArrayList<>(command);
        if (java != null) {
            child.set(0, java.toString());
            if (!child.contains(NATIVE_ACCESS)) {
                child.add(1, NATIVE_ACCESS); // JDK 17 takes it, too.
            }
        }
        return child;
    }

    private Plan plan() {
        int chosenEvents = events == null ? (isQuick ? QUICK_EVENTS : EVENTS) : events;
        int chosenRounds = rounds == null ? (isQuick ? QUICK_ROUNDS : ROUNDS) : rounds;
        Range.check(spec, "--events", chosenEvents, 1, Integer.MAX_VALUE);
        Range.check(spec, "--rounds", chosenRounds, 1, MAX_ROUNDS);
        versions.forEach(version -> Range.check(spec, "--versions", version, 1, 2));
        Grid grid = new Grid(
                joints.stream()
                        .distinct()
                        .map(joint -> joint.name().toLowerCase(Locale.ROOT))
                        .toList(),
                ascending(versions),
                workers("--parsers", parsers, isQuick ? List.of(1, 2) : List.of(1, 2, 3), Workers.MAX_PARSERS),
                workers(
                        "--summarizers",
                        summarizers,
                        isQuick ? List.of(1, 2) : List.of(1, 2, 4),
                        Definitions.ofVersion(1).size()));
        return new Plan(
                grid.settings(),
                chosenRounds,
                chosenEvents,
                seed == null ? new SplittableRandom().nextInt(1_000_000) : seed);
    }

    private List<Integer> workers(String option, @Nullable List<Integer> counts, List<Integer> usual, int max) {
        List<Integer> chosen = counts == null ? usual : counts;
        chosen.forEach(count -> Range.check(spec, option, count, 1, max));
        return ascending(chosen);
    }

    private static List<Integer> ascending(List<Integer> numbers) {
        return numbers.stream().distinct().sorted().toList();
    }

    @Command(
            name = "report",
            mixinStandardHelpOptions = true,
            description = "Makes report.md and the plots again, of the points in a directory.")
    int report(@Parameters(paramLabel = "DIR", description = "Has points.jsonl.") Path sweptDirectory)
            throws IOException {
        System.out.println(SweepReport.write(sweptDirectory));
        return 0;
    }
}
