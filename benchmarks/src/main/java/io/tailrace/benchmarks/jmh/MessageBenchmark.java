/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.jmh;

import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.lab.Waiting.Loops;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Messages in one process: from threads of JMH to another thread, which spins, or through one thread. */
@Fork(value = 3, jvmArgs = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MessageBenchmark {
    private static final int BATCH = 256;
    /** The last message of a producer's burst is a multiple of this; those before it count up to it. */
    private static final int STEP = 128;

    private static final int MOST_PRODUCERS = Peers.MOST / STEP - 1;

    /**
     * One of 256 messages. The log has room for a few, so the thread publishes as fast as the subscriber takes them.
     */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    @OperationsPerInvocation(BATCH)
    public void send(Stream stream) {
        stream.send();
    }

    /**
     * A burst and its answer: the table of the talk "A Quest for Predictable Latency" (Martin Thompson, 2015). Each
     * producer ({@code -t 2}) sends a burst of messages and waits until the consumer has answered the last one, through
     * a wait-free queue of its own.
     */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public Object burst(Producer producer, Bursts bursts) {
        return producer.burst(bursts.burst);
    }

    /** One message through publication and subscription, in one thread, which runs the driver when the log is full. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public long messageAndPoll(Alone alone) {
        alone.send(1);
        return alone.poll();
    }

    /** The same for one of 16 messages, sent by one call if the API has one. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    @OperationsPerInvocation(Sender.GROUP)
    public long groupAndPoll(Alone alone) {
        for (int sent = 0; sent < Sender.GROUP; sent += alone.sender.group()) {
            alone.send(alone.sender.group());
        }
        return alone.poll();
    }

    /** A poll that finds nothing. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public long emptyPoll(Alone alone) {
        return alone.poll();
    }

    /** A library that carries the messages, and the thread that takes them. */
    private static final class Channel {
        private final Path home = SharedMemory.newDirectory("jmh");
        private final Loops subscriber = new Loops();
        private final Library library;
        private final List<Sender> senders = new ArrayList<>();

        Channel(String candidate, int payload, int publishers, LongConsumer inbox) {
            library = Peers.open(candidate, home.resolve("driver"));
            Receiver receiver = library.receiver(1, inbox::accept, true);
            for (int i = 0; i < publishers; i++) {
                senders.add(library.sender(1));
            }
            library.awaitConnection(); // From now on only the subscriber's thread may run a driver without a thread.
            int limit = Receiver.limit(payload);
            subscriber.start(() -> {
                if (receiver.poll(limit) == 0) {
                    Thread.onSpinWait();
                }
            });
        }

        void close() {
            subscriber.close(() -> {});
            library.close();
            SharedMemory.delete(home);
        }
    }

    /** One publisher. */
    @State(Scope.Benchmark)
    public static class Stream {
        @Param({
            "tailrace/exclusive/default",
            "tailrace/exclusive/subscriber",
            "tailrace/exclusive/default/claim",
            "tailrace/exclusive/default/batch",
            "tailrace/concurrent/default",
            "tailrace/concurrent/subscriber",
            "aeron/exclusive/1m-subscriber",
            "aeron/exclusive/4m",
            "aeron/concurrent/1m-subscriber",
            "aeron/concurrent/4m"
        })
        public String candidate = "";

        @Param({"8", "32", "128", "1024", "4096"})
        public int payload;

        private Channel channel;
        private Sender sender;
        private long sent;
        /** Written by the subscriber's thread. */
        private volatile long received;

        private long misplaced;

        /** Created by {@link #setUp}, which has the parameters. */
        @SuppressWarnings("NullAway.Init")
        public Stream() {}

        /** Starts the subscriber. */
        @Setup
        public void setUp() {
            long[] count = new long[1];
            channel = new Channel(candidate, payload, 1, value -> {
                if (value < 0) {
                    received = count[0];
                } else if (value != ++count[0]) {
                    misplaced++;
                }
            });
            sender = channel.senders.get(0);
        }

        private void send() {
            for (int i = 0; i < BATCH; i += sender.group()) {
                send(sent + 1, sender.group());
                sent += sender.group();
            }
        }

        private void send(long value, int count) {
            while (!sender.send(value, count, payload)) {
                Thread.onSpinWait();
            }
        }

        /** Each message arrives once and in order. */
        @TearDown(Level.Iteration)
        public void awaitMessages() {
            send(-1, 1);
            Waiting.until(() -> received == sent, 10_000, () -> "lost: sent=" + sent + ", received=" + received);
            if (misplaced != 0) {
                throw new IllegalStateException("out of order: messages=" + misplaced);
            }
        }

        /** Ends all. */
        @TearDown
        public void tearDown() {
            channel.close();
        }
    }

    /** The consumer of bursts. */
    @State(Scope.Benchmark)
    public static class Bursts {
        @Param({
            "wait-free",
            "array-blocking",
            "concurrent-linked",
            "jctools-mpsc",
            "agrona-many-to-one-ring",
            "aeron/concurrent/shipped",
            "aeron/concurrent/1m-subscriber",
            "aeron/exclusive/1m-subscriber",
            "tailrace/concurrent/default",
            "tailrace/exclusive/default",
            "tailrace/concurrent/default/batch"
        })
        public String carrier = "";

        @Param({"1", "100"})
        public int burst;

        private final AtomicInteger producers = new AtomicInteger();
        private final List<Queue<Long>> answers = IntStream.range(0, MOST_PRODUCERS)
                .<Queue<Long>>mapToObj(producer -> new OneToOneConcurrentArrayQueue<>(STEP))
                .toList();
        private final int[] last = new int[MOST_PRODUCERS];
        private int misplaced;
        private Channel channel;

        /** Created by {@link #setUp}, which has the parameters. */
        @SuppressWarnings("NullAway.Init")
        public Bursts() {}

        /** Starts the consumer. */
        @Setup
        public void setUp(BenchmarkParams params) {
            channel = new Channel(carrier, Long.BYTES, params.getThreads(), this::take);
        }

        /** Answers the last one of a burst. */
        private void take(long value) {
            int producer = ((int) value - 1) / STEP;
            int next = last[producer] == 0 ? (producer + 1) * STEP - burst + 1 : last[producer] + 1;
            if (value != next) {
                misplaced++;
            }
            boolean isLast = value % STEP == 0;
            last[producer] = isLast ? 0 : (int) value;
            if (isLast) {
                answers.get(producer).add(value);
            }
        }

        /** Each message arrives once and in order. */
        @TearDown(Level.Iteration)
        public void check() {
            if (misplaced != 0) {
                throw new IllegalStateException("lost, repeated or out of order: places=" + misplaced);
            }
        }

        /** Ends all. */
        @TearDown
        public void tearDown() {
            channel.close();
        }
    }

    /** A thread that sends bursts. */
    @State(Scope.Thread)
    public static class Producer {
        private static final int SPINS = 100;

        private int number;
        private Queue<Long> answers;
        private Sender sender;

        /** Created by {@link #setUp}. */
        @SuppressWarnings("NullAway.Init")
        public Producer() {}

        /** Takes its end of the stream. */
        @Setup
        public void setUp(Bursts bursts) {
            number = bursts.producers.getAndIncrement();
            answers = bursts.answers.get(number);
            sender = bursts.channel.senders.get(number);
        }

        private Long burst(int length) {
            int last = (number + 1) * STEP;
            for (int value = last - length + 1; value <= last; value += sender.group()) {
                int count = Math.min(sender.group(), last - value + 1);
                for (int looks = 0; !sender.send(value, count, Long.BYTES); looks++) {
                    idle(looks);
                }
            }
            Long answer = answers.poll();
            for (int looks = 0; answer == null; looks++) {
                idle(looks);
                answer = answers.poll();
            }
            return answer;
        }

        @SuppressWarnings("ThreadPriorityCheck") // Meant for the scheduler: there may be more threads than processors.
        private static void idle(int looks) {
            if (looks < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Publisher, driver and subscriber in one thread. */
    @State(Scope.Thread)
    public static class Alone {
        private static final int FRAME_LIMIT = 64;

        @Param({
            "tailrace/concurrent/subscriber",
            "tailrace/concurrent/subscriber/claim",
            "tailrace/concurrent/subscriber/batch",
            "tailrace/exclusive/subscriber",
            "tailrace/exclusive/subscriber/claim",
            "tailrace/exclusive/subscriber/batch",
            "aeron/concurrent/1m-subscriber",
            "aeron/exclusive/1m-subscriber"
        })
        public String library = "";

        @Param({"8", "32", "256", "4096"})
        public int length;

        private final Path home = SharedMemory.newDirectory("jmh");
        private Library opened;
        private Sender sender;
        private Receiver receiver;
        private long sum;

        /** Created by {@link #setUp}, which has the parameters. */
        @SuppressWarnings("NullAway.Init")
        public Alone() {}

        /** Connects both ends. */
        @Setup
        public void setUp() {
            opened = Peers.open(library, home.resolve("driver"));
            receiver = opened.receiver(1, value -> sum += value, false);
            sender = opened.sender(1);
            opened.awaitConnection();
        }

        private void send(int count) {
            while (!sender.send(sum, count, length)) {
                opened.runCycles();
            }
        }

        private long poll() {
            receiver.poll(FRAME_LIMIT);
            return sum;
        }

        /** Ends all. */
        @TearDown
        public void tearDown() {
            opened.close();
            SharedMemory.delete(home);
        }
    }
}
