/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.ping;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/** Sends a numbered message, and waits until the same one is back. For one thread. */
final class Pinger {
    /** A message holds its number. */
    static final int MIN_LENGTH = Long.BYTES;
    /** The time of a ping that was not finished: the command was asked to end. */
    static final long UNFINISHED = -1;

    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private final Publication there;
    private final Subscription back;
    private final Runnable requireAlive;
    private final Termination termination;
    private final MappedBuffer message;
    private final FrameHandler handler = this::onEcho;
    private long number;
    private long echo;
    private int echoLength;

    /**
     * Without anything on its way.
     *
     * @param requireAlive throws if the other end, or the driver, has gone; asked before each message, and while there
     *     is no answer
     */
    Pinger(Publication there, Subscription back, int length, Runnable requireAlive, Termination termination) {
        this.there = there;
        this.back = back;
        this.requireAlive = requireAlive;
        this.termination = termination;
        this.message = MappedBuffer.allocate(length);
    }

    /**
     * {@return how long one round trip took, in nanoseconds; {@link #UNFINISHED} if the command was asked to end}
     *
     * @throws CommandException if the message does not come back in time, or another one does
     */
    long roundTripNs() {
        requireAlive.run(); // Messages go on for a while without a driver; this one would not be measured then.
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
        requireAlive.run();
        if (System.nanoTime() - startNs > PATIENCE_NS) {
            throw new CommandException(
                    ExitCode.TIMED_OUT,
                    "no echo within " + TimeUnit.NANOSECONDS.toMillis(PATIENCE_NS) + " ms: message=" + number
                            + ", its process lives and is stopped, or has no processor to run on");
        }
        return true;
    }
}
