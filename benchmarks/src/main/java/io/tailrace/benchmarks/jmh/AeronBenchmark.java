/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.jmh;

import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.EmbeddedAeron;
import io.tailrace.benchmarks.lab.SharedMemory;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Aeron in the same way as {@link TailraceBenchmark}: one thread does everything. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgs = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AeronBenchmark {
    private static final int STREAM = 1;
    private static final int FRAGMENT_LIMIT = 64;

    /** Its driver has no thread. */
    private static final AeronVariant VARIANT = AeronVariant.named("1m-subscriber");

    @Param({"concurrent", "exclusive"})
    public String kind = "";

    @Param({"8", "32", "256"})
    public int payload;

    private final FragmentHandler handler = this::add;
    private final BufferClaim claim = new BufferClaim();
    private final Path home = SharedMemory.newDirectory("jmh");
    private UnsafeBuffer message;
    private EmbeddedAeron aeron;
    private Publication publication;
    private Subscription subscription;
    private long sum;

    /** Made by {@link #setUp}, which alone knows the parameters. */
    @SuppressWarnings("NullAway.Init")
    public AeronBenchmark() {}

    @Setup
    public void setUp() {
        message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(payload, Long.BYTES));
        aeron = new EmbeddedAeron(VARIANT, home.resolve("driver"));
        subscription = aeron.subscribe(STREAM);
        publication = aeron.publish(kind.equals("exclusive"), STREAM, subscription);
    }

    private void cycle() {
        Objects.requireNonNull(aeron.driverCycle()).invoke();
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
        subscription.poll(handler, FRAGMENT_LIMIT);
        return sum;
    }

    /** One message, written in place, through publication and subscription. */
    @Benchmark
    public long claimAndPoll() {
        while (publication.tryClaim(payload, claim) < 0) {
            cycle();
        }
        claim.buffer().putLong(claim.offset(), sum);
        claim.commit();
        subscription.poll(handler, FRAGMENT_LIMIT);
        return sum;
    }

    @TearDown
    public void tearDown() {
        aeron.close();
        SharedMemory.delete(home);
    }
}
