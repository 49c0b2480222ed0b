/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.jmh;

import io.tailrace.Claim;
import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.ThreadingMode;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
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

/** The client API in one thread, which runs driver and conductor itself when the window is used up. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TailraceBenchmark {
    private static final int BATCH = 16;
    private static final int FRAME_LIMIT = 64;

    @Param({"concurrent", "exclusive"})
    public String kind = "";

    @Param({"8", "32", "256", "4096"})
    public int payload;

    private final BufferVector[] batch = new BufferVector[BATCH];
    private final FrameHandler handler = this::add;
    private final Claim claim = new Claim();
    private final Path home = SharedMemory.newDirectory("jmh");
    private MappedBuffer message = new MappedBuffer();
    private MediaDriver driver;
    private Tailrace tailrace;
    private Publication publication;
    private Subscription subscription;
    private long sum;

    /** Made by {@link #setUp}, which alone knows the parameters. */
    @SuppressWarnings("NullAway.Init")
    public TailraceBenchmark() {}

    @Setup
    public void setUp() {
        message = MappedBuffer.allocate(payload);
        for (int i = 0; i < BATCH; i++) {
            batch[i] = new BufferVector().reset(message, 0, payload);
        }
        Path directory = home.resolve("driver");
        driver = MediaDriver.launch(
                DriverConfig.defaults().withDirectory(directory).withThreading(ThreadingMode.INVOKER));
        tailrace = Tailrace.connect(TailraceConfig.defaults()
                .withDirectory(directory)
                .withThreading(TailraceConfig.Threading.INVOKER)
                .withDriverInvoker(driver::invoke));
        subscription = tailrace.addSubscription("bench");
        publication =
                kind.equals("exclusive") ? tailrace.addExclusivePublication("bench") : tailrace.addPublication("bench");
        while (!publication.isConnected() || !subscription.isConnected()) {
            cycle();
        }
    }

    private void cycle() {
        driver.invoke();
        tailrace.invoke();
    }

    private void add(DirectBuffer buffer, int offset, int length, Header header) {
        sum += buffer.getLong(offset);
    }

    /** One message through publication and subscription. */
    @Benchmark
    public long offerAndPoll() {
        message.putLong(0, sum);
        while (publication.offer(message, 0, payload) < 0) {
            cycle();
        }
        subscription.poll(handler, FRAME_LIMIT);
        return sum;
    }

    /** One message, written in place, through publication and subscription. */
    @Benchmark
    public long claimAndPoll() {
        while (publication.tryClaim(payload, claim) < 0) {
            cycle();
        }
        claim.buffer().putLong(0, sum);
        claim.commit();
        subscription.poll(handler, FRAME_LIMIT);
        return sum;
    }

    /** One message of a batch of 16 through publication and subscription. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long batchAndPoll() {
        message.putLong(0, sum);
        while (publication.offerBatch(batch, BATCH) < 0) {
            cycle();
        }
        subscription.poll(handler, FRAME_LIMIT);
        return sum;
    }

    @TearDown
    public void tearDown() {
        tailrace.close();
        driver.close();
        SharedMemory.delete(home);
    }
}
