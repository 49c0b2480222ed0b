/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.lab.Times;
import io.tailrace.benchmarks.pair.Pair.Cell;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.internal.Padded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Left or right, in its own process. Answers {@code open}, {@code connect}, then cells with their schedules. One thread
 * does everything, including the measurement.
 */
final class Ends implements Answerer {
    /** The clock is read once in this many messages or polls. */
    private static final int BATCH = 256;

    private final Candidate candidate;
    private final Path directory;
    private final Side side;
    private final Inbox inbox = new Inbox();
    private final CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    private @Nullable Library library;
    private @Nullable Receiver receiver;
    private @Nullable Sender sender;

    /** One of the two. */
    enum Side {
        /** Sends and measures round trips. */
        LEFT,
        /** Answers or counts. */
        RIGHT
    }

    /** Arguments: the candidate, its directory, LEFT or RIGHT. */
    Ends(List<String> arguments) {
        candidate = Candidate.named(arguments.get(0));
        directory = Path.of(arguments.get(1));
        side = Side.valueOf(arguments.get(2));
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        return switch (command.get(0)) {
            case "open" -> {
                // Right opens before left. Where no process runs the driver, right's thread does.
                boolean isFirst = side == Side.RIGHT;
                library = candidate.open(directory, isFirst, isFirst && !candidate.hasDriverProcess());
                yield Map.of();
            }
            case "connect" -> Map.of("pinned", connect());
            default -> {
                Cell cell = Cell.named(command.get(0));
                long jitMs = jit.getTotalCompilationTime();
                Map<String, Object> figures =
                        new TreeMap<>(measure(cell, Schedule.parse(command.subList(1, command.size()))));
                figures.put(side.name().toLowerCase(Locale.ROOT) + "JitMs", jit.getTotalCompilationTime() - jitMs);
                yield figures;
            }
        };
    }

    /**
     * Creates the ends of the streams, at the same time as the other side, and waits for their counterparts. Returns
     * whether this thread is pinned to its core. It is pinned last, because threads that a library starts inherit this.
     */
    private boolean connect() {
        Library opened = Objects.requireNonNull(library, "opened before");
        receiver = opened.receiver(side == Side.LEFT ? 2 : 1, inbox, side == Side.RIGHT);
        sender = opened.sender(side == Side.LEFT ? 1 : 2);
        opened.awaitConnection();
        return pin();
    }

    /** All candidates' threads spin on the same cores. Succeeds only with two cores and a command for it. */
    private boolean pin() {
        if (Runtime.getRuntime().availableProcessors() != Side.values().length) {
            return false;
        }
        try {
            Path thread = Objects.requireNonNull(
                    Path.of("/proc/thread-self").toRealPath().getFileName());
            Fork.output("taskset", "-p", "-c", side == Side.LEFT ? "0" : "1", thread.toString());
            return true;
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            return false; // There is no such command.
        }
    }

    private Map<String, ?> measure(Cell cell, Schedule schedule) {
        inbox.begin();
        Slice slice = new Slice(
                cell,
                schedule,
                new Patience(schedule.endNs()),
                Objects.requireNonNull(receiver, "connected before"),
                Objects.requireNonNull(sender, "connected before"),
                inbox);
        return switch (side) {
            case LEFT -> cell.isRoundTrip() ? slice.askForAnswers() : slice.send();
            case RIGHT -> cell.isRoundTrip() ? slice.answer() : slice.receive();
        };
    }

    @Override
    public void close() {
        if (library != null) {
            library.close();
        }
    }

    /** One measurement of one side. One thread. */
    static final class Slice {
        private final Cell cell;
        private final Schedule schedule;
        private final Patience patience;
        private final Receiver receiver;
        private final Sender sender;
        private final Inbox inbox;
        private final int pollLimit;
        private long sent;
        private long refused;

        Slice(Cell cell, Schedule schedule, Patience patience, Receiver receiver, Sender sender, Inbox inbox) {
            this.cell = cell;
            this.schedule = schedule;
            this.patience = patience;
            this.receiver = receiver;
            this.sender = sender;
            this.inbox = inbox;
            this.pollLimit = cell.isRoundTrip() ? Receiver.LIMIT : Receiver.limit(cell.payload());
        }

        /** Left sends a message, or a burst of them, and waits for the answer, which is the number of the last one. */
        Map<String, ?> askForAnswers() {
            Histogram trips = Times.newHistogram();
            recordTrips(Times.newHistogram(), schedule.leadInNs());
            recordTrips(trips, schedule.measureNs());
            send(Inbox.end(sent), 1);
            return Times.figures(trips);
        }

        /** At least one trip: the process may have been stopped for longer than the measurement. */
        private void recordTrips(Histogram histogram, long durationNs) {
            long untilNs = System.nanoTime() + durationNs;
            long endNs;
            do {
                long startNs = System.nanoTime();
                sendNext(cell.burst());
                while (receiver.poll(pollLimit) == 0) {
                    patience.await();
                }
                if (inbox.last() != sent) {
                    throw new IllegalStateException("not the answer: sent=" + sent + ", received=" + inbox.last());
                }
                endNs = System.nanoTime();
                Times.record(histogram, endNs - startNs);
            } while (endNs < untilNs);
        }

        private void sendNext(int count) {
            for (long last = sent + count; sent < last; ) {
                int group = (int) Math.min(sender.group(), last - sent);
                send(sent + 1, group);
                sent += group;
            }
        }

        private void send(long value, int count) {
            while (!sender.send(value, count, cell.payload())) {
                refused++;
                patience.await();
            }
        }

        /** Right answers until left has sent its end. */
        Map<String, ?> answer() {
            long lastOfBurst = cell.burst();
            while (!inbox.isEnded()) {
                if (receiver.poll(pollLimit) == 0) {
                    patience.await();
                } else if (inbox.count() == lastOfBurst) {
                    send(lastOfBurst, 1);
                    lastOfBurst += cell.burst();
                }
            }
            return Map.of();
        }

        /** Left sends as fast as it can. */
        Map<String, ?> send() {
            do {
                sendNext(BATCH);
            } while (System.nanoTime() < schedule.endNs());
            send(Inbox.end(sent), 1);
            return Map.of("sent", sent, "refused", refused);
        }

        /** Right counts. If nothing arrives in the measured time, because left has no processor, the lead-in counts. */
        Map<String, ?> receive() {
            long beginNs = System.nanoTime();
            pollUntil(schedule.measureFromNs());
            long startCount = inbox.count();
            long startNs = System.nanoTime();
            pollUntil(schedule.endNs());
            long nowNs = System.nanoTime();
            double rate = inbox.count() == startCount
                    ? startCount * 1e9 / (nowNs - beginNs)
                    : (inbox.count() - startCount) * 1e9 / (nowNs - startNs);
            while (!inbox.isEnded()) {
                pollBatch();
            }
            return Map.of("rate", rate);
        }

        private void pollUntil(long ns) {
            long startCount = inbox.count();
            do {
                pollBatch();
            } while (!inbox.isEnded() && (System.nanoTime() < ns || inbox.count() == startCount));
        }

        private void pollBatch() {
            for (int i = 0; i < BATCH; i++) {
                if (receiver.poll(pollLimit) == 0) {
                    patience.await();
                }
            }
        }
    }

    /**
     * Takes the messages of one receiver, which are numbered from 1. A negative value is the number of messages before
     * it: see {@link #end}. The same class takes them in every cell, so each process's poll has one handler class. One
     * thread.
     */
    static final class Inbox extends Padded implements Library.Inbox {
        private long count;
        private long misplaced;
        private long last;

        @SuppressWarnings("unused") // padding
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        /** {@return the value of the message after the last one} */
        static long end(long count) {
            return ~count;
        }

        /** Begins a slice. */
        void begin() {
            count = 0;
            misplaced = 0;
            last = 0;
        }

        @Override
        public void take(long value) {
            last = value;
            if (value >= 0 && value != ++count) {
                misplaced++;
            }
        }

        /** {@return the number of messages} */
        long count() {
            return count;
        }

        /** {@return the last value} */
        long last() {
            return last;
        }

        /**
         * {@return whether the end of the slice has arrived}
         *
         * @throws IllegalStateException if a message was lost, repeated or out of order
         */
        boolean isEnded() {
            if (last >= 0) {
                return false;
            }
            if (end(count) != last || misplaced != 0) {
                throw new IllegalStateException("messages lost, repeated or out of order: sent=" + end(last)
                        + ", received=" + count + ", misplaced=" + misplaced);
            }
            return true;
        }
    }
}
