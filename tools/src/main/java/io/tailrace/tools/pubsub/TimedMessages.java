/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Latencies;
import io.tailrace.tools.command.Output;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Long2LongHashMap;

/**
 * Messages that carry their number and the time of their publication, which is by the clock of all processes of a host:
 * {@code pub --timed} writes them; {@code sub --timed} checks that each arrives once and in order, and shows rate and
 * latencies each second. Shows nothing for a second without messages. In the first second all JVMs compile: it is marked,
 * and its latencies are left out of the total. One thread.
 */
public final class TimedMessages implements FrameHandler {
    /** Begins the last line. */
    public static final String TOTAL = "total: ";

    /** The least bytes of a message. */
    public static final int MIN_LENGTH = 2 * Long.BYTES;

    private static final long SECOND_NS = 1_000_000_000;

    private final Output output;
    private final Long2LongHashMap nextNumbers = new Long2LongHashMap(0);
    private final Histogram total = Latencies.newHistogram();
    private final Histogram latency = Latencies.newHistogram();
    private long startNs;
    private long nextNs;
    private long bytes;
    private long received;
    private int shown;
    private long lost;
    private long repeated;

    TimedMessages(Output output) {
        this.output = output;
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
            nextNs = nowNs + SECOND_NS;
        }
        check(header.publisherId(), buffer.getLong(offset));
        Latencies.record(latency, nowNs - buffer.getLong(offset + Long.BYTES));
        bytes += length;
        show(nowNs);
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

    /** Shows the last second if it is over. */
    void tick() {
        show(System.nanoTime());
    }

    private void show(long nowNs) {
        if (startNs == 0 || nowNs < nextNs) {
            return;
        }
        if (latency.getTotalCount() > 0) {
            double seconds = (nowNs - nextNs + SECOND_NS) / 1e9;
            output.format(
                            "%6d s%,14.0f%10.1f",
                            Math.round((nowNs - startNs) / 1e9),
                            latency.getTotalCount() / seconds,
                            bytes / seconds / 1e6)
                    .text(Latencies.line(latency))
                    .text(shown == 0 ? "  warm-up" : "")
                    .newLine()
                    .flush();
            addToTotal();
        }
        nextNs = nowNs + SECOND_NS;
    }

    private void addToTotal() {
        received += latency.getTotalCount();
        if (shown++ == 1) {
            total.reset();
        }
        total.add(latency);
        latency.reset();
        bytes = 0;
    }

    /** Shows what all seconds had together. */
    void end() {
        if (latency.getTotalCount() > 0) {
            addToTotal();
        }
        output.text(TOTAL + received + " received, " + lost + " lost, " + repeated + " repeated; latency ")
                .text(shown > 1 ? "after warm-up " : "")
                .text(Latencies.words(total))
                .newLine()
                .flush();
    }
}
