/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.raw.Json;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * One process's end of the streams, left or right. Told {@code open}, {@code connect}, then tasks, it answers each.
 * Whatever it does is done by the one thread that measures.
 */
final class End implements Answerer {
    private static final long TIMEOUT_MS = 600_000;

    private final Candidate candidate;
    private final Path directory;
    private final Side side;
    private final boolean echo;
    private final CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    private final ExecutorService thread;
    private final Inbox inbox = new Inbox();
    private @Nullable Library library;
    private Library.@Nullable Sender sender;
    private Library.@Nullable Receiver receiver;

    /** Arguments: the candidate, its directory, the side, and whether there is a stream back. */
    End(List<String> arguments) {
        candidate = new Candidate(arguments.get(0));
        directory = Path.of(arguments.get(1));
        side = Side.valueOf(arguments.get(2));
        echo = Boolean.parseBoolean(arguments.get(3));
        thread = Executors.newSingleThreadExecutor(task -> new Thread(task, side.name()));
    }

    @Override
    public String answer(List<String> command) {
        return Json.line(
                switch (command.get(0)) {
                    case "open" -> Map.of("description", onThread(this::open));
                    case "connect" -> Map.of("pinned", onThread(this::connectPinned));
                    default ->
                        onThread(() -> measureSwitches(
                                Cell.parse(command.get(0)), Schedule.parse(command.subList(1, command.size()))));
                });
    }

    private <T> T onThread(Callable<T> work) {
        return Waiting.result(thread.submit(work), TIMEOUT_MS);
    }

    /** Pinned only then: threads that a library has started inherit it otherwise. */
    private boolean connectPinned() {
        connect();
        return side.pin();
    }

    private Map<String, Object> measureSwitches(Cell cell, Schedule schedule) {
        long jitMs = jit.getTotalCompilationTime();
        Map<String, Object> figures = new TreeMap<>();
        long switches = ProcStat.involuntarySwitchesDuring(() -> figures.putAll(measure(cell, schedule)));
        String prefix = side.name().toLowerCase(Locale.ROOT);
        figures.put(prefix + "Switches", switches);
        figures.put(prefix + "JitMs", jit.getTotalCompilationTime() - jitMs);
        return figures;
    }

    /** Opens the library; right does so before left. Returns its description. */
    private String open() {
        if (candidate.equals(Pair.JITTER)) {
            return "two threads that keep the schedule and send nothing";
        }
        // Where no process runs the driver, right's thread does.
        library = candidate.open(directory, side == Side.RIGHT, side == Side.RIGHT && !candidate.hasDriverProcess());
        return library.description();
    }

    /** Makes the ends of the streams, at the same time as the other side, and waits for their counterparts. */
    private void connect() {
        if (candidate.equals(Pair.JITTER)) {
            return;
        }
        Library opened = Objects.requireNonNull(library, "opened before");
        if (echo || side == Side.RIGHT) {
            receiver = opened.receiver(side.incoming(), inbox, true);
        }
        if (echo || side == Side.LEFT) {
            sender = opened.sender(side.outgoing());
        }
        opened.awaitConnection();
    }

    private Map<String, Object> measure(Cell cell, Schedule schedule) {
        boolean isLeft = side == Side.LEFT;
        return switch (cell.kind()) {
            case ONEWAY -> oneWay(new OneWay(cell, schedule));
            case THROUGHPUT -> throughput(new Throughput(cell, schedule));
            case POLL -> isLeft ? Map.of() : EmptyPolls.right(connectedReceiver(), schedule);
            case ROUNDTRIP, BURST ->
                isLeft
                        ? roundTrip(cell, schedule).left()
                        : roundTrip(cell, schedule).right(false);
            case CLOCK ->
                isLeft
                        ? roundTrip(cell, schedule).leftClock()
                        : roundTrip(cell, schedule).right(true);
        };
    }

    private Map<String, Object> oneWay(OneWay oneWay) {
        if (candidate.equals(Pair.JITTER)) {
            return oneWay.alone();
        }
        return side == Side.LEFT ? oneWay.left(connectedSender()) : oneWay.right(connectedReceiver(), inbox);
    }

    private Map<String, Object> throughput(Throughput throughput) {
        return side == Side.LEFT ? throughput.left(connectedSender()) : throughput.right(connectedReceiver(), inbox);
    }

    private RoundTrip roundTrip(Cell cell, Schedule schedule) {
        return new RoundTrip(connectedSender(), connectedReceiver(), inbox, cell, schedule);
    }

    private Library.Sender connectedSender() {
        return Objects.requireNonNull(sender, "no stream from here, or not connected");
    }

    private Library.Receiver connectedReceiver() {
        return Objects.requireNonNull(receiver, "no stream to here, or not connected");
    }

    @Override
    public void close() {
        Library opened = library;
        if (opened != null) {
            onThread(() -> {
                opened.close();
                return true;
            });
        }
        thread.shutdown();
    }

    /** One of the two processes. */
    enum Side {
        /** Sends, and measures round trips. */
        LEFT,
        /** Answers, or measures how late each message is. */
        RIGHT;

        private static final int THERE = 1;
        private static final int BACK = 2;

        /**
         * Keeps the calling thread on this side's core, so that all candidates' threads spin alike. Those that it has
         * started stay where they are. Returns whether it did: only where there are two cores and a command for it.
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

        /** {@return the stream that it receives} */
        int incoming() {
            return this == LEFT ? BACK : THERE;
        }

        /** {@return the stream that it sends} */
        int outgoing() {
            return this == LEFT ? THERE : BACK;
        }
    }

    /** Right polls again and again, without a pause, while left sends nothing: what a look costs that finds nothing. */
    static final class EmptyPolls {
        private static final int BATCH = 4096;

        private EmptyPolls() {}

        static Map<String, Object> right(Library.Receiver receiver, Schedule schedule) {
            pollUntil(receiver, schedule.measureFromNs());
            long startNs = System.nanoTime();
            long polls = pollUntil(receiver, schedule.endNs());
            return Map.of("polls", polls, "nsPerPoll", (System.nanoTime() - startNs) / (double) polls);
        }

        /** One batch at least. Returns how many polls. */
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
                throw new IllegalStateException("nobody has sent anything: received=" + found);
            }
            return polls;
        }
    }
}
