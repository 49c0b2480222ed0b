/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.Lab.Team;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.pair.Ends.Side;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.DriverEnd;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Left and right of one candidate, and their driver's process where there is one. They live as long as their block.
 * Outside their own slices all of them are stopped. One thread.
 */
final class Pair implements AutoCloseable {
    /** The time until both have read their command. */
    private static final long START_DELAY_NS = 20_000_000;

    private static final Schedule WARM_SLICE = Schedule.ofMs(0, 80);
    private static final int MIN_WARM_SLICES = 8;
    private static final int QUIET_JIT_MS = 2;

    private final Lab lab;
    private final Candidate candidate;
    private final Team team;
    private final Fork right;
    private final Fork left;
    private final Map<String, Object> pinned;

    /** Starts, connects and stops them. */
    Pair(Lab lab, Candidate candidate) {
        this.lab = lab;
        this.candidate = candidate;
        this.team = new Team(lab);
        try {
            Files.createDirectory(team.directory());
            if (candidate.hasDriverProcess()) {
                fork("driver", DriverEnd.class, "");
            }
            right = fork("subscriber", Ends.class, Side.RIGHT.name());
            left = fork("publisher", Ends.class, Side.LEFT.name());
            team.resume();
            right.tell("open").readAnswer();
            left.tell("open").readAnswer();
            pinned = both("connect");
            team.stop();
        } catch (RuntimeException e) {
            close();
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Fork fork(String role, Class<? extends Answerer> answerer, String side) {
        return team.add(
                candidate,
                role,
                candidate.jvmFlags(),
                answerer,
                candidate.inItsBuild().toString(),
                team.directory().resolve("files").toString(),
                side);
    }

    private Map<String, Object> both(String command) {
        right.tell(command);
        left.tell(command);
        Map<String, Object> figures = new TreeMap<>(left.readAnswer());
        figures.putAll(right.readAnswer());
        return figures;
    }

    private Map<String, Object> run(Cell cell, Schedule slice) {
        team.resume();
        Map<String, Object> figures = both(cell + " " + slice.startingAt(System.nanoTime() + START_DELAY_NS, 0));
        team.stop();
        return figures;
    }

    /** Repeats cells until their code is compiled, at most for the given time. */
    void warmUp(List<Cell> cells, long maxMs) {
        long endNs = System.nanoTime() + 1_000_000 * maxMs;
        int slices = 0;
        double jitMs = Double.MAX_VALUE;
        while (System.nanoTime() < endNs && (slices < MIN_WARM_SLICES || jitMs > QUIET_JIT_MS * cells.size())) {
            jitMs = 0;
            for (Cell cell : cells) {
                Map<String, Object> figures = run(cell, WARM_SLICE);
                jitMs += Lab.number(figures, "leftJitMs") + Lab.number(figures, "rightJitMs");
                slices++;
            }
        }
    }

    /** Measures one slice. */
    void measure(int block, int round, Cell cell, Schedule slice) {
        lab.measure(block, round, candidate.toString(), cell.toString(), team::cpuSeconds, () -> {
            Map<String, Object> details = run(cell, slice);
            details.putAll(pinned);
            return cell.isRoundTrip()
                    ? new Figure(Lab.number(details, "p50"), "ns", details)
                    : new Figure(Lab.number(details, "rate"), "messages/s", details);
        });
    }

    @Override
    public void close() {
        team.close();
    }

    /**
     * A task of left and right. Its name is {@code KIND-PAYLOAD}, such as {@code roundtrip-32}.
     *
     * @param payload of a message in bytes
     */
    record Cell(Kind kind, int payload) {
        private static final Pattern NAME = Pattern.compile("(roundtrip|burst|throughput)-([0-9]{1,5})");
        private static final int BURST = 100;
        /** Frames of messages up to this length have one cache line or two; longer ones fill memory. */
        private static final int LONGEST_SHORT_PAYLOAD = 128;

        /** The task of left and right. */
        enum Kind {
            /** Right sends each message back; left measures the time. */
            ROUNDTRIP,
            /** As before, but left sends 100 messages, and right answers the last one. */
            BURST,
            /** Left sends as fast as it can; right counts. */
            THROUGHPUT
        }

        /** @throws IllegalArgumentException if no message can have that payload */
        Cell {
            if (payload < Long.BYTES || payload > Sender.MAX_LENGTH || payload % Long.BYTES != 0) {
                throw new IllegalArgumentException(
                        "not a payload: bytes=" + payload + ", expected=a multiple of 8 up to " + Sender.MAX_LENGTH);
            }
        }

        /**
         * {@return the cell of a name}
         *
         * @throws IllegalArgumentException if it is none
         */
        static Cell named(String name) {
            Matcher parts = NAME.matcher(name);
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "not a cell: name=" + name + ", expected=roundtrip-, burst- or throughput-PAYLOAD");
            }
            return new Cell(Kind.valueOf(parts.group(1).toUpperCase(Locale.ROOT)), Integer.parseInt(parts.group(2)));
        }

        /** {@return messages before an answer} */
        int burst() {
            return kind == Kind.BURST ? BURST : 1;
        }

        /** {@return whether left waits for answers} */
        boolean isRoundTrip() {
            return kind != Kind.THROUGHPUT;
        }

        /** {@return whether its messages are long and follow one another} */
        boolean isLongStream() {
            return kind == Kind.THROUGHPUT && payload > LONGEST_SHORT_PAYLOAD;
        }

        /** {@return the cell whose pilot chooses the variant of Aeron for this one, and whose code warms up for it} */
        Cell decidedBy() {
            return isLongStream() || kind == Kind.BURST ? this : new Cell(kind, 32);
        }

        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT) + "-" + payload;
        }
    }
}
