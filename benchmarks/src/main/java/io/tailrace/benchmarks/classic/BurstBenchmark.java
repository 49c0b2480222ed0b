/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.classic.Arrivals.Message;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/** The round trip of a burst: every JMH thread is a producer, and one thread made by hand is the consumer. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BurstBenchmark {
    private static final long END_TIMEOUT_MS = 10_000;

    /** The transport with its consumer. */
    @State(Scope.Benchmark)
    public static class Consumer {
        /** See {@link Transport#start}. */
        @Param({"tailrace/concurrent/default", "tailrace/exclusive/default"})
        public String candidate = "";

        @Param({"1", "100"})
        public int burst;

        private final Arrivals arrivals = new Arrivals();
        private final Path directory = SharedMemory.newDirectory("classic");
        private Pause pause;
        private Transport transport;
        private CompletableFuture<Void> consuming;
        private volatile boolean ended;

        /** Made by {@link #start}, which alone knows the parameters. */
        @SuppressWarnings("NullAway.Init")
        public Consumer() {}

        @Setup
        public void start(BenchmarkParams params) {
            pause = Pause.forThreads(params.getThreads() + 1);
            transport = Transport.start(candidate, directory, params.getThreads(), arrivals);
            consuming = CompletableFuture.runAsync(this::consume, task -> new Thread(task, "consumer").start());
        }

        private void consume() {
            int looks = 0;
            while (!ended) {
                looks = transport.poll() ? 0 : pause.idle(looks);
            }
        }

        @TearDown
        public void end() {
            ended = true;
            Waiting.result(consuming, END_TIMEOUT_MS);
            transport.close();
            SharedMemory.delete(directory);
            arrivals.check();
        }
    }

    /** A producer with its burst. */
    @State(Scope.Thread)
    public static class Producer {
        private int number;
        private Transport.Sender sender;

        /** Made by {@link #start}, which alone knows the parameters. */
        @SuppressWarnings("NullAway.Init")
        public Producer() {}

        @Setup
        public void start(Consumer consumer, ThreadParams params) {
            number = params.getThreadIndex();
            sender = consumer.transport.sender(number, Message.burst(number, consumer.burst), consumer.pause);
        }
    }

    /** Sends a burst and waits for the answer to its last message. */
    @Benchmark
    public int roundTrip(Consumer consumer, Producer producer) {
        producer.sender.sendBurst();
        return consumer.arrivals.awaitAnswer(producer.number, consumer.pause);
    }

    /** The cost of a sample itself: every figure of the table includes it, and it is not subtracted. */
    @Benchmark
    public void nothing() {}
}
