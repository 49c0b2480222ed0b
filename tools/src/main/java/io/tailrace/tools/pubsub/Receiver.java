/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Polls a subscription into a sink until it has enough, or the command is asked to end. One thread. */
public class Receiver {
    /** No bound. */
    public static final long ENDLESS = Long.MAX_VALUE;

    private static final int FRAMES_A_POLL = 256;
    private static final long SHORTEST_NS = 1_000_000;
    private static final long LONGEST_WAIT_NS = 60_000_000_000L;

    /** After one log of a stream has ended, there may be none for a moment before the next one. */
    private static final long SETTLED_NS = 100_000_000;

    private final Subscription subscription;
    private final Enough enough;
    private final Termination termination;
    private final FrameHandler handler;
    private final Runnable flush;
    private final long startNs = System.nanoTime();
    private long messages;
    private long bytes;
    private long firstNs;
    private long lastNs;
    private boolean wasConnected;

    /**
     * The conditions of which any ends the receiving.
     *
     * @param count this number of messages has arrived
     * @param durationNs this time has passed
     * @param idleNs no message has arrived for this time
     * @param atEndOfStream all publishers have gone, and all their messages were read
     */
    public record Enough(long count, long durationNs, long idleNs, boolean atEndOfStream) {
        /** {@return whether only a signal ends the receiving} */
        boolean isEndless() {
            return count == ENDLESS && durationNs == ENDLESS && idleNs == ENDLESS && !atEndOfStream;
        }
    }

    /**
     * Passes messages on.
     *
     * @param sink takes the messages
     * @param flush flushes the sink while there are no more messages
     */
    public Receiver(
            Subscription subscription, FrameHandler sink, Runnable flush, Enough enough, Termination termination) {
        this.subscription = subscription;
        this.flush = flush;
        this.enough = enough;
        this.termination = termination;
        this.handler = (buffer, offset, length, header) -> {
            bytes += length;
            sink.onFrame(buffer, offset, length, header);
        };
    }

    /**
     * Receives messages and passes all of them on.
     *
     * @return the exit code
     * @throws CommandException if the subscription is lost
     */
    public final int receiveAll() {
        while (!hasEnough() && !termination.isRequested()) {
            int frames = poll(enough.count - messages);
            if (frames > 0) {
                lastNs = System.nanoTime();
                firstNs = messages == 0 ? lastNs : firstNs;
                messages += frames;
                continue;
            }
            flush.run();
            if (subscription.isClosed()) { // The reason was reported when it happened.
                throw new CommandException(
                        ExitCode.IO_FAILED,
                        "subscription lost: stream=" + subscription.stream() + ", " + messages + " received");
            }
            termination.await(() -> subscription.awaitMessage(Duration.ofNanos(waitNs())));
        }
        flush.run();
        return hasEnough() || enough.isEndless() ? ExitCode.OK : termination.interruptedCode();
    }

    /** Receives the messages that are there, at most {@code limit}; returns their number. */
    protected int poll(long limit) {
        return subscription.poll(handler, (int) Math.min(FRAMES_A_POLL, limit));
    }

    /** Counts the bytes of a message that {@link #poll} received. */
    protected final void received(int length) {
        bytes += length;
    }

    private long ageNs() {
        return System.nanoTime() - startNs;
    }

    /** {@return the time since the last message} */
    private long idleNs() {
        return messages == 0 ? ageNs() : System.nanoTime() - lastNs;
    }

    private boolean hasEnough() {
        return messages >= enough.count
                || ageNs() >= enough.durationNs
                || (enough.idleNs != ENDLESS && idleNs() >= enough.idleNs)
                || (enough.atEndOfStream && hasStreamEnded());
    }

    private boolean hasStreamEnded() {
        boolean connected = subscription.isConnected();
        wasConnected |= connected || messages > 0;
        return wasConnected && !connected && idleNs() >= SETTLED_NS;
    }

    private long waitNs() {
        long leftNs = Math.min(enough.durationNs - ageNs(), enough.idleNs - idleNs());
        return Math.max(0, Math.min(leftNs, enough.atEndOfStream ? SETTLED_NS : LONGEST_WAIT_NS));
    }

    /**
     * Fails if fewer messages arrived than were asked for.
     *
     * @throws CommandException if another condition ended the receiving first
     */
    public final void checkCount() {
        boolean counted = enough.count != ENDLESS;
        if (counted && messages < enough.count && hasEnough()) {
            throw new CommandException(
                    ExitCode.TIMED_OUT,
                    describeEnd() + ": stream=" + subscription.stream() + ", " + messages + " of " + enough.count
                            + " received");
        }
    }

    private String describeEnd() {
        if (ageNs() >= enough.durationNs) {
            return "timed out after " + TimeUnit.NANOSECONDS.toMillis(enough.durationNs) + " ms";
        }
        return enough.atEndOfStream && hasStreamEnded()
                ? "the stream has ended"
                : "no message for " + TimeUnit.NANOSECONDS.toMillis(enough.idleNs) + " ms";
    }

    /** Reports on the standard error how many messages arrived, and at what rate. */
    public final void tell() {
        Console.say(summary(messages, bytes, lastNs - firstNs, ageNs()));
    }

    /** The rate is that between the first and the last message; if all arrived at once, that over the whole time. */
    static String summary(long messages, long bytes, long flowNs, long wholeNs) {
        double seconds = Math.max(flowNs >= SHORTEST_NS ? flowNs : wholeNs, 1) / 1e9;
        return messages + " received, "
                + String.format(Locale.ROOT, "%,.0f messages/s, %.1f MB/s", messages / seconds, bytes / seconds / 1e6);
    }
}
