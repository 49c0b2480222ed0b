/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Latencies;
import io.tailrace.tools.command.Termination;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/** Sends numbered messages one at a time, waits until each is back, and measures the times. One thread. */
final class Pinger {
    /** A message contains its number. */
    static final int MIN_LENGTH = Long.BYTES;
    /** The time of an unfinished ping: the command was asked to end. */
    private static final long UNFINISHED = -1;

    /** As many pings as fit into a second. */
    static final long FOR_A_SECOND = Long.MAX_VALUE;

    static final long WARM_UP_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private final Publication there;
    private final Subscription back;
    private final LongConsumer requireAlive;
    private final Termination termination;
    private final MappedBuffer message;
    private final FrameHandler handler = this::onEcho;
    private final Histogram latency = Latencies.newHistogram();
    private long tookNs;
    private boolean complete;
    private long number;
    private long echo;
    private int echoLength;

    /**
     * Begins with no message in flight.
     *
     * @param requireAlive gets the number of round trips, and throws if the other end or the driver has gone; called
     *     before each message, and while there is no answer
     */
    Pinger(Publication there, Subscription back, int length, LongConsumer requireAlive, Termination termination) {
        this.there = there;
        this.back = back;
        this.requireAlive = requireAlive;
        this.termination = termination;
        this.message = MappedBuffer.allocate(length);
    }

    /**
     * Warms up, then measures until it has enough or the command is asked to end.
     *
     * @param intervalNs the time from the start of one ping to that of the next; 0 to send the next as soon as one is
     *     back
     * @throws CommandException if a message does not come back in time, or a different one does
     */
    void run(long count, long intervalNs) {
        long warmUpNs = System.nanoTime();
        boolean goOn = true;
        while (goOn && System.nanoTime() - warmUpNs < WARM_UP_NS) {
            goOn = !termination.isRequested() && roundTripNs() != UNFINISHED;
        }
        long startNs = System.nanoTime();
        long dueNs = startNs;
        while (goOn && !hasEnough(count, System.nanoTime() - startNs)) {
            goOn = termination.sleepUntil(dueNs) && !termination.isRequested() && measure(); // The wake-up may be late.
            dueNs += intervalNs;
        }
        tookNs = System.nanoTime() - startNs;
        complete = hasEnough(count, tookNs);
    }

    private boolean measure() {
        long ns = roundTripNs();
        if (ns == UNFINISHED) {
            return false;
        }
        Latencies.record(latency, ns);
        return true;
    }

    private boolean hasEnough(long count, long elapsedNs) {
        return latency.getTotalCount() >= count || (count == FOR_A_SECOND && elapsedNs >= SECOND_NS);
    }

    Histogram latency() {
        return latency;
    }

    /** {@return the duration of the measurement} */
    long tookNs() {
        return tookNs;
    }

    /** {@return whether the measurement ran to its end} */
    boolean isComplete() {
        return complete;
    }

    /** {@return the time of one round trip in nanoseconds; {@link #UNFINISHED} if the command was asked to end} */
    private long roundTripNs() {
        // Messages still flow without a driver, but this is not measured.
        requireAlive.accept(latency.getTotalCount());
        message.putLong(0, ++number);
        long startNs = System.nanoTime();
        while (!send()) {
            if (!mayGoOn(startNs)) {
                return UNFINISHED;
            }
        }
        while (back.poll(handler, 1, LOOK) == 0) {
            if (!mayGoOn(startNs)) {
                return UNFINISHED;
            }
        }
        long tookNs = System.nanoTime() - startNs;
        if (echo != number || echoLength != message.capacity()) {
            throw new CommandException(
                    ExitCode.INTERNAL,
                    "another message came back: number=" + echo + ", length=" + echoLength + ", expected=" + number
                            + ", length=" + message.capacity());
        }
        return tookNs;
    }

    private boolean send() {
        try {
            there.offer(message, 0, message.capacity(), LOOK);
            return true;
        } catch (OfferTimeoutException e) {
            return false;
        }
    }

    private void onEcho(DirectBuffer buffer, int offset, int length, Header header) {
        echo = buffer.getLong(offset);
        echoLength = length;
    }

    private boolean mayGoOn(long startNs) {
        if (termination.isRequested()) {
            return false;
        }
        requireAlive.accept(latency.getTotalCount());
        if (System.nanoTime() - startNs > PATIENCE_NS) {
            throw new CommandException(
                    ExitCode.TIMED_OUT,
                    "no echo within " + TimeUnit.NANOSECONDS.toMillis(PATIENCE_NS) + " ms: message=" + number
                            + ", its process is alive, but stopped or without a processor");
        }
        return true;
    }
}
