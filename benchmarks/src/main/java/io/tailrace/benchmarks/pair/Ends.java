/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.LogLibrary;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Left or right of a pair in a process of its own, or both in one with a driver of their own, a thread each. Told {@code
 * open}, {@code connect}, then cells with their schedules, it answers each. Whatever left or right does is done by its
 * one thread, which measures.
 */
final class Ends implements Answerer {
    private static final long TIMEOUT_MS = 600_000;

    private final Candidate candidate;
    private final Path directory;
    private final boolean echo;
    private final int streams;
    private final CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    private final List<End> ends;
    private @Nullable Library library;

    /**
     * Arguments: the candidate, its directory, LEFT, RIGHT or both with a comma, whether there is a stream back, how many
     * there are there.
     */
    Ends(List<String> arguments) {
        candidate = new Candidate(arguments.get(0));
        directory = Path.of(arguments.get(1));
        echo = Boolean.parseBoolean(arguments.get(3));
        streams = Integer.parseInt(arguments.get(4));
        ends = Stream.of(arguments.get(2).split(",", -1))
                .map(side -> new End(Side.valueOf(side)))
                .toList();
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        return switch (command.get(0)) {
            case "open" -> Map.of("description", ends.get(0).onThread(this::open));
            case "connect" -> Map.of("pinned", ends.get(0).onThread(this::connect));
            default -> measure(Cell.parse(command), Schedule.parse(command.subList(4, command.size())));
        };
    }

    private boolean isBoth() {
        return ends.size() > 1;
    }

    /** Opens the library; right does so before left. Returns its description. */
    private String open() {
        if (candidate.equals(Pair.JITTER)) {
            return "two threads that keep the schedule and send nothing";
        }
        boolean isFirst = ends.get(ends.size() - 1).side == Side.RIGHT;
        // Where no process runs the driver, right's thread does.
        library = candidate.open(directory, isFirst, isBoth() || (isFirst && !candidate.hasDriverProcess()));
        return library.description();
    }

    /**
     * Makes the ends of the streams, at the same time as the other side, and waits for their counterparts. Returns
     * whether this thread is kept on its core: only then, because threads that a library has started inherit it.
     */
    private boolean connect() {
        if (library != null) {
            ends.forEach(end -> end.receive(library));
            ends.forEach(end -> end.send(library));
            library.awaitConnection();
        }
        return !isBoth() && ends.get(0).side.pin();
    }

    private Map<String, Object> measure(Cell cell, Schedule schedule) {
        List<CompletableFuture<Map<String, Object>>> figures = ends.stream()
                .map(end -> supplyAsync(() -> end.measureSwitches(cell, schedule), end.thread))
                .toList();
        return Waiting.results(figures, TIMEOUT_MS).stream().reduce(Pair::merge).orElseThrow();
    }

    @Override
    public void close() {
        Library opened = library;
        if (opened != null) {
            ends.get(0).onThread(() -> {
                opened.close();
                return true;
            });
        }
        ends.forEach(end -> end.thread.shutdown());
    }

    /** Left or right. */
    private final class End {
        private final Side side;
        private final Inbox inbox = new Inbox(streams);
        private final ExecutorService thread;
        private Library.@Nullable Sender sender;
        private Library.@Nullable Receiver receiver;

        End(Side side) {
            this.side = side;
            this.thread = Executors.newSingleThreadExecutor(task -> new Thread(task, side.name()));
        }

        <T> T onThread(Callable<T> work) {
            return Waiting.result(thread.submit(work), TIMEOUT_MS);
        }

        /** Left receives what comes back, by the stream behind those that lead there. */
        void receive(Library opened) {
            if (side == Side.RIGHT) {
                List<Library.Receiver> all = IntStream.rangeClosed(1, streams)
                        .mapToObj(stream -> opened.receiver(stream, inbox, true))
                        .toList();
                receiver = streams == 1 ? all.get(0) : limit -> pollEach(all, limit);
            } else if (echo) {
                receiver = opened.receiver(streams + 1, inbox, false);
            }
        }

        private static int pollEach(List<Library.Receiver> receivers, int limit) {
            int messages = 0;
            for (int i = 0; i < receivers.size(); i++) {
                messages += receivers.get(i).poll(limit);
            }
            return messages;
        }

        void send(Library opened) {
            if (side == Side.LEFT) {
                sender = streams == 1 ? opened.sender(1) : new InTurn((LogLibrary) opened, streams);
            } else if (echo) {
                sender = opened.sender(streams + 1);
            }
        }

        Map<String, Object> measureSwitches(Cell cell, Schedule schedule) {
            long jitMs = jit.getTotalCompilationTime();
            Map<String, Object> figures = new TreeMap<>();
            long switches = ProcStat.involuntarySwitchesDuring(() -> figures.putAll(measure(cell, schedule)));
            String prefix = side.name().toLowerCase(Locale.ROOT);
            figures.put(prefix + "Switches", switches);
            figures.put(prefix + "JitMs", jit.getTotalCompilationTime() - jitMs);
            return figures;
        }

        private Map<String, Object> measure(Cell cell, Schedule schedule) {
            boolean isLeft = side == Side.LEFT;
            return switch (cell.kind()) {
                case ONEWAY -> oneWay(new OneWay(cell, schedule));
                case THROUGHPUT, SUM, RING -> throughput(new Throughput(cell, schedule));
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
            if (candidate.product() == Product.MEMCPY) {
                return side == Side.LEFT ? throughput.alone(connectedSender()) : Map.of();
            }
            return side == Side.LEFT
                    ? throughput.left(connectedSender())
                    : throughput.right(connectedReceiver(), inbox);
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
    }

    /** Sends a message to each stream in turn, by its number from 1; what says that these were all, to the first. */
    private static final class InTurn implements Library.Sender {
        private final List<Library.Sender> senders;

        InTurn(LogLibrary library, int streams) {
            MutableDirectBuffer message = library.allocate(MAX_LENGTH);
            senders = IntStream.rangeClosed(1, streams)
                    .mapToObj(stream -> library.sender(stream, message))
                    .toList();
        }

        @Override
        public boolean send(long value, int count, int length) {
            return senders.get((int) (Math.max(0, value - 1) % senders.size())).send(value, count, length);
        }
    }

    /** One of the two. */
    enum Side {
        /** Sends, and measures round trips. */
        LEFT,
        /** Answers, or measures how late each message is. */
        RIGHT;

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
