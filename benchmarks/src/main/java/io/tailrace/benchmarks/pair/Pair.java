/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Team;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.DriverEnd;
import io.tailrace.benchmarks.report.Measurement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Left and right, and their driver's process where there is one, of one candidate. They live as long as their block.
 * Outside their own slices all of them are stopped.
 */
public final class Pair implements Block.Party {
    /** The time until both have read their command. */
    private static final long START_DELAY_NS = 20_000_000;

    private static final Schedule WARM_SLICE = Schedule.ofMs(0, 80);
    private static final int MIN_WARM_SLICES = 8;
    private static final int QUIET_JIT_MS = 2;

    /** Nothing but two threads that keep the schedule: the floor of every tail. */
    public static final Candidate JITTER = Candidate.of(Product.JITTER);

    private final Lab lab;
    private final String name;
    private final Candidate candidate;
    private final Shape processes;
    private final Team team;
    private final Fork right;
    private final Fork left;
    private final Map<String, Object> opened = new TreeMap<>();

    /** Starts, connects and stops them. */
    Pair(Lab lab, Candidate candidate, Shape shape) {
        this(lab, candidate.name(), candidate, shape);
    }

    /**
     * Starts, connects and stops them.
     *
     * @param name of the candidate in the raw data
     */
    public Pair(Lab lab, String name, Candidate candidate, Shape shape) {
        this.lab = lab;
        this.name = name;
        this.candidate = candidate;
        this.processes = shape;
        this.team = new Team(lab);
        try {
            if (shape.inOneProcess()) {
                right = fork("both", Ends.class, "LEFT,RIGHT");
                left = right;
            } else {
                Files.createDirectory(team.directory());
                if (candidate.hasDriverProcess()) {
                    fork("driver", DriverEnd.class, "");
                }
                right = fork("subscriber", Ends.class, "RIGHT");
                left = fork("publisher", Ends.class, "LEFT");
            }
            open(shape);
        } catch (RuntimeException e) {
            close();
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Fork fork(String role, Class<? extends Answerer> answerer, String sides) {
        // A driver creates its directory itself, with its own permissions.
        boolean hasOwnDirectory = candidate.hasDriver() && !processes.inOneProcess();
        Path files = hasOwnDirectory ? team.directory().resolve("driver") : team.directory();
        List<String> flags = new ArrayList<>(candidate.jvmFlags());
        flags.addAll(processes.flags());
        return team.add(name, role, flags, answerer, candidate.inItsBuild().toString(), files.toString(), sides);
    }

    /** Opens the library, and connects all ends. */
    public void open(Shape shape) {
        team.resume();
        long startNs = System.nanoTime();
        opened.clear();
        opened.putAll(right.tell(shape.command()).readAnswer());
        if (left != right) {
            left.tell(shape.command()).readAnswer();
        }
        opened.putAll(both("connect", () -> {}));
        opened.put("openMs", (System.nanoTime() - startNs) / 1e6);
        int threads = shape.lefts() + shape.rights();
        opened.put("moreThreadsThanCores", threads > Runtime.getRuntime().availableProcessors());
        team.stop();
    }

    /** {@return its processes} */
    public Team team() {
        return team;
    }

    /** Measures one slice. */
    public Measurement measure(int block, int round, Cell cell, Schedule slice) {
        return measure(block, round, cell, slice, Map.of());
    }

    /**
     * Measures one slice.
     *
     * @param more details
     */
    public Measurement measure(int block, int round, Cell cell, Schedule slice, Map<String, Object> more) {
        return lab.measure(block, round, name, cell.toString(), team::cpuSeconds, () -> {
            Map<String, Object> details = run(cell, slice, schedule -> {});
            details.putAll(opened);
            details.putAll(more);
            return new Lab.Figure(Lab.number(details, cell.figure()), cell.unit(), details);
        });
    }

    /** Repeats cells until their code is compiled, at most for the given time. */
    public void warmUp(List<Cell> cells, long maxMs) {
        long endNs = System.nanoTime() + 1_000_000 * maxMs;
        int slices = 0;
        double jitMs = Double.MAX_VALUE;
        while (System.nanoTime() < endNs && (slices < MIN_WARM_SLICES || jitMs > QUIET_JIT_MS * cells.size())) {
            jitMs = 0;
            for (Cell cell : cells) {
                Map<String, Object> figures = run(cell, WARM_SLICE, schedule -> {});
                jitMs += Lab.number(figures, "leftJitMs");
                jitMs += Lab.number(figures, figures.containsKey("rightJitMs") ? "rightJitMs" : "leftJitMs");
                slices++;
            }
        }
    }

    /**
     * {@return the figures of both}
     *
     * @param meanwhile runs during the measurement
     */
    public Map<String, Object> run(Cell cell, Schedule slice, Consumer<Schedule> meanwhile) {
        team.resume();
        Schedule schedule = slice.startingAt(System.nanoTime() + START_DELAY_NS, cell.periodNs());
        Map<String, Object> figures = both(cell.command() + " " + schedule, () -> meanwhile.accept(schedule));
        team.stop();
        return figures;
    }

    private Map<String, Object> both(String command, Runnable meanwhile) {
        right.tell(command);
        if (left != right) {
            left.tell(command);
        }
        meanwhile.run();
        return left == right ? right.readAnswer() : merge(left.readAnswer(), right.readAnswer());
    }

    /** If both report a figure, such as their own delay, the worse one counts. */
    static Map<String, Object> merge(Map<String, Object> one, Map<String, Object> other) {
        Map<String, Object> figures = new TreeMap<>(one);
        other.forEach((name, value) -> figures.merge(name, value, Pair::worse));
        return figures;
    }

    private static Object worse(Object one, Object other) {
        if (one instanceof Number number) {
            return number.doubleValue() >= ((Number) other).doubleValue() ? one : other;
        }
        if (one instanceof List<?> list) {
            return IntStream.range(0, list.size())
                    .mapToObj(i -> worse(list.get(i), ((List<?>) other).get(i)))
                    .toList();
        }
        return one;
    }

    @Override
    public void close() {
        team.close();
    }
}
