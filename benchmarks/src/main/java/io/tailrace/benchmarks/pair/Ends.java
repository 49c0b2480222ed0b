/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.tailrace.benchmarks.lab.Figures;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.pair.Throughput.Alone;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.LogLibrary;
import io.tailrace.benchmarks.peer.QueueLibrary;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Lefts or rights in their own process, or both in one with their own driver, a thread each. Answers {@code open} with
 * a shape, {@code connect}, then cells with their schedules, and {@code close}. One thread does everything of a left or
 * a right, including the measurement.
 */
final class Ends implements Answerer {
    /** Among figures: a histogram of times in ns, reported as percentiles. */
    static final String TIMES = "times";

    private static final long TIMEOUT_MS = 600_000;

    private final Candidate candidate;
    private final Path directory;
    private final List<Side> sides;
    private final CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    private final List<End> ends = new ArrayList<>();
    private @Nullable Library library;
    private Shape shape = Shape.THERE;

    /** Arguments: the candidate, its directory, LEFT, RIGHT or both with a comma. */
    Ends(List<String> arguments) {
        candidate = new Candidate(arguments.get(0));
        directory = Path.of(arguments.get(1));
        sides = Stream.of(arguments.get(2).split(",", -1)).map(Side::valueOf).toList();
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        return switch (command.get(0)) {
            case "open" -> Map.of("description", open(Shape.parse(command)));
            case "connect" -> Map.of("pinned", ends.get(0).onThread(this::connect));
            default -> measure(Cell.parse(command), Schedule.parse(command.subList(4, command.size())));
        };
    }

    private boolean isBoth() {
        return sides.size() > 1;
    }

    private String open(Shape newShape) {
        shape = newShape;
        for (Side side : sides) {
            int count = side == Side.LEFT ? shape.lefts() : shape.rights();
            IntStream.range(0, count).mapToObj(number -> new End(side, number)).forEach(ends::add);
        }
        return ends.get(0).onThread(this::openLibrary);
    }

    /** Right opens before left. Returns its description. */
    private String openLibrary() {
        if (candidate.equals(Pair.JITTER)) {
            return "two threads that keep the schedule and send nothing";
        }
        boolean isFirst = sides.contains(Side.RIGHT);
        // Where no process runs the driver, right's thread does.
        library = candidate.open(directory, isFirst, isBoth() || (isFirst && !candidate.hasDriverProcess()));
        return library.description();
    }

    /**
     * Creates the ends of the streams, at the same time as the other side, and waits for their counterparts. Returns
     * whether this thread is pinned to its core. It is pinned last, because threads that a library starts inherit this.
     */
    private boolean connect() {
        if (library != null) {
            Library back = shape.back() == Shape.Back.QUEUE ? new QueueLibrary(Product.WAIT_FREE) : library;
            ends.forEach(end -> end.receive(library, back));
            ends.forEach(end -> end.send(library, back));
            library.awaitConnection();
            int logs = candidate.kind().equals(Candidate.EXCLUSIVE) ? shape.lefts() : 1;
            ends.forEach(end -> end.awaitLogs(logs));
        }
        return !isBoth() && ends.get(0).side.pin();
    }

    private Map<String, Object> measure(Cell cell, Schedule schedule) {
        List<CompletableFuture<Map<String, Object>>> measuring = ends.stream()
                .map(end -> supplyAsync(() -> end.measureSwitches(cell, schedule), end.thread))
                .toList();
        List<Map<String, Object>> all = Waiting.results(measuring, TIMEOUT_MS);
        Histogram times = Figures.newHistogram();
        all.forEach(figures -> {
            if (figures.remove(TIMES) instanceof Histogram some) {
                times.add(some);
            }
        });
        Map<String, Object> figures = all.stream().reduce(Pair::merge).orElseThrow();
        if (times.getTotalCount() > 0) {
            figures.putAll(Figures.of(times));
        }
        return figures;
    }

    @Override
    public void close() {
        Library opened = library;
        if (opened != null) {
            library = null;
            ends.get(0).onThread(() -> {
                opened.close();
                return true;
            });
        }
        ends.forEach(end -> end.thread.shutdown());
        ends.clear();
    }

    /** A left or a right. */
    private final class End {
        private final Side side;
        private final int number;
        private final Inbox inbox;
        private final ExecutorService thread;
        private final List<Library.Receiver> receivers = new ArrayList<>();
        private final List<Library.Sender> senders = new ArrayList<>();

        End(Side side, int number) {
            this.side = side;
            this.number = number;
            this.thread = Executors.newSingleThreadExecutor(task -> new Thread(task, side.name()));
            boolean isQueue =
                    QueueLibrary.carries(candidate.product()) || (isLeft() && shape.back() == Shape.Back.QUEUE);
            long comparedBits = isQueue ? QueueLibrary.BITS : -1;
            inbox = new Inbox(isLeft() ? 1 : shape.lefts(), 1, comparedBits);
        }

        private boolean isLeft() {
            return side == Side.LEFT;
        }

        <T> T onThread(Callable<T> work) {
            return Waiting.result(thread.submit(work), TIMEOUT_MS);
        }

        /** The stream of a left's answers; it follows the streams to the rights. */
        void receive(Library there, Library back) {
            if (!isLeft()) {
                receivers.add(there.receiver(1, inbox, number == 0));
            } else if (shape.back() == Shape.Back.LOOP) {
                receivers.add(there.receiver(1, inbox, false));
            } else if (shape.back() != Shape.Back.NONE) {
                receivers.add(back.receiver(2 + number, inbox, false));
            }
        }

        void send(Library there, Library back) {
            if (isLeft()) {
                senders.add(there.sender(1));
            } else if (shape.back() != Shape.Back.NONE) {
                IntStream.range(0, shape.lefts())
                        .mapToObj(left -> back.sender(2 + left))
                        .forEach(senders::add);
            }
        }

        /** Publishers may be connected before each subscriber has all of their logs. */
        void awaitLogs(int logs) {
            if (!isLeft() && isBoth()) {
                Waiting.until(
                        () -> receivers.stream().allMatch(receiver -> receiver.logs() == logs),
                        60_000,
                        () -> "not all connected: candidate=" + candidate + ", shape=" + shape);
            }
        }

        Map<String, Object> measureSwitches(Cell cell, Schedule schedule) {
            long jitMs = jit.getTotalCompilationTime();
            Map<String, Object> figures = new TreeMap<>();
            Long switches = ProcStat.involuntarySwitchesDuring(() -> figures.putAll(measure(cell, schedule)));
            String prefix = side.name().toLowerCase(Locale.ROOT);
            figures.put(prefix + "Switches", switches == null ? 0L : switches);
            figures.put(prefix + "JitMs", jit.getTotalCompilationTime() - jitMs);
            return figures;
        }

        private Map<String, Object> measure(Cell cell, Schedule schedule) {
            return switch (cell.kind()) {
                case ONEWAY -> oneWay(new OneWay(cell, schedule));
                case THROUGHPUT, SUM, RING -> throughput(new Throughput(cell, schedule, shape.waits()));
                case ALONE ->
                    new Alone(cell, schedule, (LogLibrary) Objects.requireNonNull(library), sender(), receiver())
                            .measure(inbox);
                case POLL -> isLeft() ? Map.of() : EmptyPolls.right(receiver(), schedule);
                case ROUNDTRIP, BURST, CLOCK ->
                    roundTrip(cell, new RoundTrip(cell, schedule, shape.waits(), receiver(), inbox));
            };
        }

        private Map<String, Object> oneWay(OneWay oneWay) {
            if (candidate.equals(Pair.JITTER)) {
                return oneWay.alone();
            }
            return isLeft() ? oneWay.left(sender()) : oneWay.right(receiver(), inbox);
        }

        private Map<String, Object> throughput(Throughput throughput) {
            if (candidate.product() == Product.MEMCPY) {
                return isLeft() ? throughput.alone(sender()) : Map.of();
            }
            return isLeft() ? throughput.left(sender(), number) : throughput.right(receiver(), inbox);
        }

        private Map<String, Object> roundTrip(Cell cell, RoundTrip roundTrip) {
            if (!isLeft()) {
                return roundTrip.right(senders.toArray(Library.Sender[]::new));
            }
            return cell.kind() == Cell.Kind.CLOCK ? roundTrip.leftClock(sender()) : roundTrip.left(sender(), number);
        }

        private Library.Sender sender() {
            return senders.get(0);
        }

        private Library.Receiver receiver() {
            return receivers.get(0);
        }
    }

    /** One of the two. */
    enum Side {
        /** Sends and measures round trips. */
        LEFT,
        /** Answers, or measures the delay of each message. */
        RIGHT;

        /**
         * Pins the calling thread to this side's core, so all candidates' threads spin alike. Threads that it has
         * started are not pinned. Returns whether it succeeded: only with two cores and a command for it.
         */
        boolean pin() {
            if (Runtime.getRuntime().availableProcessors() != values().length) {
                return false;
            }
            try {
                String threadId =
                        Path.of("/proc/thread-self").toRealPath().getFileName().toString();
                Process taskset = new ProcessBuilder("taskset", "-p", "-c", this == LEFT ? "0" : "1", threadId)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return Waiting.exit(taskset) == 0;
            } catch (IOException e) {
                return false; // There is no such command.
            }
        }
    }

    /** Right polls without a pause while left sends nothing: the cost of an empty poll. */
    static final class EmptyPolls {
        private static final int BATCH = 4096;

        private EmptyPolls() {}

        static Map<String, Object> right(Library.Receiver receiver, Schedule schedule) {
            pollUntil(receiver, schedule.measureFromNs());
            long startNs = System.nanoTime();
            long polls = pollUntil(receiver, schedule.endNs());
            return Map.of("polls", polls, "nsPerPoll", (System.nanoTime() - startNs) / (double) polls);
        }

        /** At least one batch. Returns the number of polls. */
        private static long pollUntil(Library.Receiver receiver, long ns) {
            long found = 0;
            long polls = 0;
            do {
                for (int i = 0; i < BATCH; i++) {
                    found += receiver.poll(Library.Receiver.LIMIT);
                }
                polls += BATCH;
            } while (System.nanoTime() < ns);
            if (found != 0) {
                throw new IllegalStateException("no message was sent: received=" + found);
            }
            return polls;
        }
    }
}
