/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Team;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.process.End.Side;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Measurement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Left and right, and their driver's process where there is one, of one candidate. They live as long as their block;
 * outside their own slices they are stopped, all of them.
 */
public final class Pair implements Block.Party {
    /** Until both have read what to do. */
    private static final long START_DELAY_NS = 20_000_000;

    private static final long WARM_SLICE_MS = 120;
    private static final Schedule WARM_SLICE = Schedule.ofMs(20, WARM_SLICE_MS);
    private static final int MIN_WARM_SLICES = 3;
    private static final int QUIET_JIT_MS = 2;

    /** Nothing but two threads that keep the schedule: the floor of every tail. */
    public static final Candidate JITTER = Candidate.of(Product.JITTER);

    private final Lab lab;
    private final Candidate candidate;
    private final boolean echo;
    private final Team team;
    private final Fork right;
    private final Fork left;
    private final String description;
    private boolean pinned;

    /**
     * Starts and connects them; they are stopped then.
     *
     * @param echo whether there is a stream back
     */
    public Pair(Lab lab, Candidate candidate, boolean echo) {
        this.lab = lab;
        this.candidate = candidate;
        this.echo = echo;
        this.team = new Team(lab);
        try {
            Files.createDirectory(team.directory());
            if (candidate.hasDriverProcess()) {
                fork("driver", DriverEnd.class, files());
            }
            right = end(Side.RIGHT);
            left = end(Side.LEFT);
            description = connect();
        } catch (RuntimeException e) {
            close();
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A driver makes its directory itself, with the rights that it wants. */
    private String files() {
        return (candidate.hasDriver() ? team.directory().resolve("driver") : team.directory()).toString();
    }

    private Fork end(Side side) {
        return fork(side.name(), End.class, files(), side.name(), Boolean.toString(echo));
    }

    private Fork fork(String role, Class<? extends Answerer> answerer, String... arguments) {
        List<String> all = new ArrayList<>(List.of(candidate.inItsBuild().toString()));
        all.addAll(List.of(arguments));
        return team.add(candidate, role, candidate.jvmFlags(), answerer, all.toArray(String[]::new));
    }

    private String connect() {
        team.resume();
        right.tell("open");
        String opened = right.readAnswer();
        left.tell("open");
        left.readAnswer();
        pinned = Boolean.TRUE.equals(both("connect").get("pinned"));
        team.stop();
        return String.valueOf(Json.parse(opened).get("description"));
    }

    /** Measures one slice. */
    public Measurement measure(int block, int round, Cell cell, Schedule slice) {
        return lab.measure(block, round, candidate.toString(), cell.toString(), team::cpuSeconds, () -> {
            Map<String, Object> details = run(cell, slice);
            details.put("description", description);
            details.put("pinned", pinned);
            return new Lab.Figure(value(cell, details), cell.unit(), details);
        });
    }

    /** The figure that is compared: of round trips their median, of the tail the latest percent. */
    private static double value(Cell cell, Map<String, Object> details) {
        return switch (cell.kind()) {
            case ROUNDTRIP, BURST -> Lab.number(details, "p50");
            case THROUGHPUT -> Lab.number(details, "rate");
            case POLL -> Lab.number(details, "nsPerPoll");
            case ONEWAY -> Lab.number(details, "p99");
            case CLOCK -> (Lab.number(details, "there") - Lab.number(details, "back")) / 2;
        };
    }

    /** Does what a cell asks for until its code is compiled, at most for so long. */
    public void warmUp(Cell cell, long maxMs) {
        for (int i = 0; i * WARM_SLICE_MS < maxMs; i++) {
            Map<String, Object> figures = run(cell, WARM_SLICE);
            if (i >= MIN_WARM_SLICES
                    && Lab.number(figures, "leftJitMs") + Lab.number(figures, "rightJitMs") <= QUIET_JIT_MS) {
                break;
            }
        }
    }

    private Map<String, Object> run(Cell cell, Schedule slice) {
        team.resume();
        Schedule schedule = slice.startingAt(System.nanoTime() + START_DELAY_NS, cell.periodNs());
        Map<String, Object> figures = both(cell + " " + schedule);
        team.stop();
        return figures;
    }

    private Map<String, Object> both(String command) {
        right.tell(command);
        left.tell(command);
        Map<String, Object> figures = new TreeMap<>(Json.parse(left.readAnswer()));
        Json.parse(right.readAnswer()).forEach((name, value) -> figures.merge(name, value, Pair::worse));
        return figures;
    }

    /** What both tell, they tell about the same thing, such as how late each of them was: the worse counts. */
    private static Object worse(Object one, Object other) {
        if (one instanceof Number number) {
            return number.doubleValue() >= ((Number) other).doubleValue() ? one : other;
        }
        if (one instanceof List<?> list) {
            List<Object> worse = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                worse.add(worse(list.get(i), ((List<?>) other).get(i)));
            }
            return worse;
        }
        return one;
    }

    @Override
    public void close() {
        team.close();
    }
}
