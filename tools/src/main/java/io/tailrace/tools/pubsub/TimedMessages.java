/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Latencies;
import io.tailrace.tools.command.Output;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Messages that carry their number and the time of their publication, which is by the clock of all processes of a host:
 * {@code pub --timed} writes them; {@code sub --timed} checks that each arrives once and in order, and shows rate and
 * latencies each second, by a thread of its own for which no message waits. Shows nothing for a second without
 * messages. In the first second all JVMs compile: it is marked, and its latencies are left out of the total. One
 * thread receives.
 */
public final class TimedMessages implements FrameHandler, AutoCloseable {
    /** Begins the last line. */
    public static final String TOTAL = "total: ";

    /** The least bytes of a message. */
    public static final int MIN_LENGTH = 2 * Long.BYTES;

    private static final long SECOND_NS = 1_000_000_000;

    private final Output output;
    private final Long2LongHashMap nextNumbers = new Long2LongHashMap(0);
    private final SingleWriterRecorder latencies = Latencies.newRecorder();
    private final AtomicLong bytes = new AtomicLong();
    private final Histogram total = Latencies.newHistogram();
    private final Thread printer = new Thread(this::print, "tailrace-printer");
    private long startNs;
    private long received;
    private int shown;
    private long lost;
    private long repeated;
    private volatile boolean ended;
    private volatile @Nullable RuntimeException failure;

    TimedMessages(Output output) {
        this.output = output;
        printer.setDaemon(true);
    }

    /** Writes a message; its first number is 1. */
    static void write(MutableDirectBuffer message, long number, long nowNs) {
        message.putLong(0, number);
        message.putLong(Long.BYTES, nowNs);
    }

    /** Shows the titles. A message that is published from now on is received. */
    void begin() {
        output.format("%8s%14s%10s", "time", "messages/s", "MB/s")
                .text(Latencies.HEADING)
                .newLine()
                .flush();
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        if (length < MIN_LENGTH) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "not a message of pub --timed: length=" + length + ", min=" + MIN_LENGTH + "; leave out --timed");
        }
        long nowNs = System.nanoTime();
        if (startNs == 0) {
            startNs = nowNs;
            printer.start();
        }
        check(header.publisherId(), buffer.getLong(offset));
        latencies.recordValue(Latencies.inRange(nowNs - buffer.getLong(offset + Long.BYTES)));
        bytes.lazySet(bytes.getPlain() + length);
        tick();
    }

    /** A later subscriber begins in the middle. */
    private void check(long publisher, long number) {
        long next = nextNumbers.get(publisher);
        if (number < next) {
            repeated++;
            return;
        }
        lost += next == 0 ? 0 : number - next;
        nextNumbers.put(publisher, number + 1);
    }

    /** Fails if the printer has failed. */
    void tick() {
        RuntimeException cause = failure;
        if (cause != null) {
            throw cause;
        }
    }

    private void print() {
        try {
            long fromNs = startNs;
            long before = 0;
            while (!ended) {
                LockSupport.parkNanos(fromNs + SECOND_NS - System.nanoTime());
                long nowNs = System.nanoTime();
                if (!ended && nowNs - fromNs >= SECOND_NS) {
                    long now = bytes.get();
                    show(latencies.getIntervalHistogram(), (now - before) / 1e6, nowNs, (nowNs - fromNs) / 1e9);
                    before = now;
                    fromNs = nowNs;
                }
            }
        } catch (RuntimeException e) {
            failure = e;
        } catch (Error e) { // A want of heap, for example.
            failure = new IllegalStateException("cannot print the last second", e);
        }
    }

    private void show(Histogram latency, double megabytes, long nowNs, double seconds) {
        if (latency.getTotalCount() > 0) {
            output.format(
                            "%6d s%,14.0f%10.1f",
                            Math.round((nowNs - startNs) / 1e9), latency.getTotalCount() / seconds, megabytes / seconds)
                    .text(Latencies.line(latency))
                    .text(shown == 0 ? "  warm-up" : "")
                    .newLine()
                    .flush();
            addToTotal(latency);
        }
    }

    private void addToTotal(Histogram latency) {
        received += latency.getTotalCount();
        if (shown++ == 1) {
            total.reset();
        }
        total.add(latency);
    }

    /** Prints nothing more. */
    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(printer);
    }

    /** Shows what all seconds had together. */
    void end() {
        close();
        Uninterrupted.join(printer);
        tick();
        Histogram last = latencies.getIntervalHistogram();
        if (last.getTotalCount() > 0) {
            addToTotal(last);
        }
        output.text(TOTAL + received + " received, " + lost + " lost, " + repeated + " repeated; latency ")
                .text(shown > 1 ? "after warm-up " : "")
                .text(Latencies.words(total))
                .newLine()
                .flush();
    }
}
