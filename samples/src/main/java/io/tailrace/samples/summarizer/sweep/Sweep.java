/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import io.tailrace.samples.summarizer.measure.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures the points of a plan, each in a JVM of its own. */
public final class Sweep {
    private static final Duration POINT_LIMIT = Duration.ofMinutes(2);
    private static final Duration GENERATE_LIMIT = Duration.ofMinutes(10);

    private final Plan plan;
    private final ChildJvm jvm;
    private final Path directory;
    private final PrintStream talk;
    /** By version and count of events. */
    private final Map<List<Integer>, Path> inputs = new HashMap<>();

    /**
     * Makes one.
     *
     * @param directory gets the points; while it runs, also the inputs
     * @param talk is told of each point
     */
    public Sweep(Plan plan, ChildJvm jvm, Path directory, PrintStream talk) {
        this.plan = plan;
        this.jvm = jvm;
        this.directory = directory;
        this.talk = talk;
    }

    /**
     * Measures. A point that fails does not keep the others from their turn.
     *
     * @return how many points failed
     * @throws IOException if an input cannot be made or a point cannot be written
     */
    public int run() throws IOException, InterruptedException {
        try {
            pointFiles().forEach(file -> file.toFile().deleteOnExit());
            makeInputs();
            return measureAll();
        } finally {
            for (Path input : inputs.values()) {
                Files.deleteIfExists(input);
            }
            deletePointFiles();
        }
    }

    private void makeInputs() throws IOException, InterruptedException {
        for (Setting setting : plan.settings()) {
            if (setting.isTcp()) {
                continue; // Its lines are made while they are sent.
            }
            int events = plan.events(setting);
            List<Integer> kind = List.of(setting.version(), events);
            if (!inputs.containsKey(kind)) {
                Path input = directory.resolve("v" + setting.version() + '-' + events + ".log");
                inputs.put(kind, input);
                input.toFile().deleteOnExit(); // Also where somebody ends the sweep.
                List<String> arguments = new ArrayList<>(generate(setting));
                arguments.add(input.toString());
                try {
                    jvm.run(arguments, errorFile(), GENERATE_LIMIT);
                } catch (ChildJvm.FailedException e) {
                    throw new IOException("cannot make an input: file=" + input, e);
                }
            }
        }
    }

    private List<String> generate(Setting setting) {
        String percentV2 = setting.version() == 1 ? "0" : "100";
        return List.of("generate", "--events", String.valueOf(plan.events(setting)), "--v2", percentV2);
    }

    private int measureAll() throws IOException, InterruptedException {
        Points points = new Points(directory);
        int failureCount = 0;
        int pointCount = 0;
        List<List<Setting>> turns = plan.turns();
        for (int i = 0; i < turns.size(); i++) {
            for (Setting setting : turns.get(i)) {
                Point point = measure(setting, i + 1);
                points.add(point);
                pointCount++;
                failureCount += point.failure() == null ? 0 : 1;
                tell(pointCount, point);
            }
        }
        return failureCount;
    }

    private Point measure(Setting setting, int round) throws IOException, InterruptedException {
        deletePointFiles();
        @Nullable String failure;
        try {
            runPoint(setting);
            Figures figures = Figures.read(figuresFile());
            failure = complaint(setting, figures);
            if (failure == null) {
                Machine machine = Machine.here(figures.jdk(), figures.processors());
                return new Point(setting, round, plan.seed(), machine, Result.of(figures, setting), null);
            }
        } catch (ChildJvm.FailedException e) {
            failure = e.getMessage();
        }
        return new Point(setting, round, plan.seed(), null, null, failure);
    }

    private void runPoint(Setting setting) throws IOException, InterruptedException, ChildJvm.FailedException {
        List<String> arguments = new ArrayList<>(setting.arguments());
        arguments.addAll(List.of("--figures", figuresFile().toString()));
        if (setting.isTcp()) {
            arguments.addAll(List.of("--rejects", rejectFile().toString()));
            jvm.runWithSender(arguments, errorFile(), POINT_LIMIT, port -> {
                List<String> sender = new ArrayList<>(generate(setting));
                sender.addAll(List.of("--connections", String.valueOf(setting.nettyWorkers())));
                sender.addAll(List.of("--to", "127.0.0.1:" + port));
                return sender;
            });
        } else {
            arguments.add(String.valueOf(inputs.get(List.of(setting.version(), plan.events(setting)))));
            jvm.run(arguments, errorFile(), POINT_LIMIT);
        }
    }

    /** Says what is wrong with figures; null if nothing. Whoever loses events may be as fast as he likes. */
    private @Nullable String complaint(Setting setting, Figures figures) {
        int expected = plan.events(setting);
        if (figures.all().events() != expected) {
            return String.format(
                    Locale.ROOT,
                    "events lost: summarized=%.0f, sent=%d",
                    figures.all().events(),
                    expected);
        }
        return setting.isTcp() || (figures.warm().events() > 0 && figures.warm().seconds() > 0)
                ? null
                : "too few events to measure: events=" + expected + ". Use a greater --events";
    }

    private void tell(int number, Point point) {
        Result result = point.result();
        talk.printf(
                Locale.ROOT,
                "%d of %d: %s: %s%n",
                number,
                plan.rounds() * plan.settings().size(),
                point.setting(),
                result == null
                        ? "FAILED: " + point.failure()
                        : String.format(
                                Locale.ROOT,
                                "%,.0f events/s, %.2f s of processor time for a million",
                                result.eventsPerS(),
                                result.cpuSPerMillion()));
    }

    private List<Path> pointFiles() {
        return List.of(errorFile(), figuresFile(), rejectFile());
    }

    private void deletePointFiles() throws IOException {
        for (Path file : pointFiles()) {
            Files.deleteIfExists(file);
        }
    }

    private Path rejectFile() {
        return directory.resolve("point.rejects");
    }

    private Path errorFile() {
        return directory.resolve("point.err");
    }

    private Path figuresFile() {
        return directory.resolve("point.json");
    }
}
