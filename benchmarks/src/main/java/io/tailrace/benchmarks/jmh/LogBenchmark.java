/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.jmh;

import io.tailrace.log.JoinAt;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
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
import org.openjdk.jmh.annotations.Warmup;

/** The algorithms of a log alone, on plain memory: append, read, and the keeper's cycle when the window is full. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LogBenchmark {
    private static final int BATCH = 16;
    private static final int TERM_LENGTH = 1 << 20;
    private static final long CLIENT = 1;
    private static final long PID = 1;

    @Param({"concurrent", "exclusive"})
    public String kind = "";

    @Param({"8", "32", "256", "4096"})
    public int payload;

    private final BufferVector[] batch = new BufferVector[BATCH];
    private MappedBuffer message = new MappedBuffer();
    private LogMaintenance keeper;
    private Appender appender;
    private FrameReader reader;
    private int subscriber;

    /** Created by {@link #setUp}, which has the parameters. */
    @SuppressWarnings("NullAway.Init")
    public LogBenchmark() {}

    @Setup
    public void setUp() {
        message = MappedBuffer.allocate(payload);
        for (int i = 0; i < BATCH; i++) {
            batch[i] = new BufferVector().reset(message, 0, payload);
        }
        MappedBuffer meta = MappedBuffer.allocate(LogLayout.META_LENGTH);
        boolean exclusive = kind.equals("exclusive");
        int kindCode = exclusive ? LogLayout.KIND_EXCLUSIVE : LogLayout.KIND_CONCURRENT;
        new LogMeta(meta).initialise(LogMeta.Constants.of(1, "bench", TERM_LENGTH, kindCode));
        LogBuffers log = new LogBuffers(
                meta,
                MappedBuffer.allocate(TERM_LENGTH),
                MappedBuffer.allocate(TERM_LENGTH),
                MappedBuffer.allocate(TERM_LENGTH));
        keeper = new LogMaintenance(log);
        int publisher = keeper.addPublisher(1, CLIENT, PID);
        subscriber = keeper.addSubscriber(2, CLIENT, PID, JoinAt.TAIL);
        keeper.cycle(registration -> {});
        appender = exclusive ? new ExclusiveAppender(log, publisher) : new ConcurrentAppender(log, publisher);
        reader = new FrameReader(log, keeper.joinPosition(subscriber));
    }

    /** One message through the log. */
    @Benchmark
    public long offerAndRead() {
        message.putLong(0, reader.position());
        while (appender.offer(message, 0, payload) < 0) {
            keeper.cycle(registration -> {});
        }
        return read();
    }

    /** One message of a batch of 16 through the log. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long batchAndRead() {
        message.putLong(0, reader.position());
        while (appender.offerBatch(batch, BATCH) < 0) {
            keeper.cycle(registration -> {});
        }
        return read();
    }

    private long read() {
        long sum = 0;
        for (long header = reader.next(); header != 0; header = reader.next()) {
            sum += reader.buffer().getLong(reader.payloadOffset());
            reader.consume(header);
        }
        appender.log().meta().subscriberPositionRelease(subscriber, reader.position());
        return sum;
    }
}
