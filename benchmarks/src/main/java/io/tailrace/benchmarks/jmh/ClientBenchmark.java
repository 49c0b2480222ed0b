/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.jmh;

import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Library.LogLibrary;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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

/** The client APIs in one thread, which runs the driver itself when the window is full. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgs = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ClientBenchmark {
    private static final int FRAME_LIMIT = 64;

    /** The drivers have no threads. */
    @Param({
        "tailrace/concurrent/subscriber/offer",
        "tailrace/concurrent/subscriber/claim",
        "tailrace/concurrent/subscriber/batch",
        "tailrace/exclusive/subscriber/offer",
        "tailrace/exclusive/subscriber/claim",
        "tailrace/exclusive/subscriber/batch",
        "aeron/concurrent/1m-subscriber/offer",
        "aeron/concurrent/1m-subscriber/claim",
        "aeron/exclusive/1m-subscriber/offer",
        "aeron/exclusive/1m-subscriber/claim"
    })
    public String candidate = "";

    @Param({"8", "32", "256", "4096"})
    public int payload;

    private final Path home = SharedMemory.newDirectory("jmh");
    private LogLibrary library;
    private Sender sender;
    private Receiver receiver;
    private long sum;

    /** Created by {@link #setUp}, which has the parameters. */
    @SuppressWarnings("NullAway.Init")
    public ClientBenchmark() {}

    @Setup
    public void setUp() {
        library = (LogLibrary) new Candidate(candidate).open(home.resolve("driver"));
        receiver = library.receiver(1, value -> sum += value, false);
        sender = library.sender(1);
        library.awaitConnection();
    }

    /** One message through publication and subscription. */
    @Benchmark
    public long messageAndPoll() {
        send(1);
        receiver.poll(FRAME_LIMIT);
        return sum;
    }

    /** One of 16 messages, by one call if the API has one, through publication and subscription. */
    @Benchmark
    @OperationsPerInvocation(Sender.GROUP)
    public long groupAndPoll() {
        for (int sent = 0; sent < Sender.GROUP; sent += sender.group()) {
            send(sender.group());
        }
        receiver.poll(FRAME_LIMIT);
        return sum;
    }

    private void send(int count) {
        while (!sender.send(sum, count, payload)) {
            library.runCycles();
        }
    }

    @TearDown
    public void tearDown() {
        library.close();
        SharedMemory.delete(home);
    }
}
