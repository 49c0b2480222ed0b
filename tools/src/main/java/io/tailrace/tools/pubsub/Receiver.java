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
final class Receiver {
    /** No bound. */
    static final long ENDLESS = Long.MAX_VALUE;

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
     * @param atEndOfStream all publishers have gone, and all their messages were read
     */
    record Enough(long count, long durationNs, boolean atEndOfStream) {
        /** {@return whether only a signal ends the receiving} */
        boolean isEndless() {
            return count == ENDLESS && durationNs == ENDLESS && !atEndOfStream;
        }
    }

    /**
     * Passes messages on.
     *
     * @param sink takes the messages
     * @param flush flushes the sink while there are no more messages
     */
    Receiver(Subscription subscription, FrameHandler sink, Runnable flush, Enough enough, Termination termination) {
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
    int receiveAll() {
        while (!hasEnough() && !termination.isRequested()) {
            int frames = subscription.poll(handler, (int) Math.min(FRAMES_A_POLL, enough.count - messages));
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

    private long ageNs() {
        return System.nanoTime() - startNs;
    }

    /** {@return the time since the last message} */
    private long idleNs() {
        return messages == 0 ? ageNs() : System.nanoTime() - lastNs;
    }

    private boolean hasEnough() {
        return messages >= enough.count || ageNs() >= enough.durationNs || (enough.atEndOfStream && hasStreamEnded());
    }

    private boolean hasStreamEnded() {
        boolean connected = subscription.isConnected();
        wasConnected |= connected || messages > 0;
        return wasConnected && !connected && idleNs() >= SETTLED_NS;
    }

    private long waitNs() {
        long leftNs = enough.durationNs - ageNs();
        return Math.max(0, Math.min(leftNs, enough.atEndOfStream ? SETTLED_NS : LONGEST_WAIT_NS));
    }

    /**
     * Fails if fewer messages arrived than were asked for.
     *
     * @throws CommandException if another condition ended the receiving first
     */
    void checkCount() {
        boolean counted = enough.count != ENDLESS;
        if (counted && messages < enough.count && hasEnough()) {
            String end = ageNs() >= enough.durationNs
                    ? "timed out after " + TimeUnit.NANOSECONDS.toMillis(enough.durationNs) + " ms"
                    : "the stream has ended";
            throw new CommandException(
                    ExitCode.TIMED_OUT,
                    end + ": stream=" + subscription.stream() + ", " + messages + " of " + enough.count + " received");
        }
    }

    /** Reports on the standard error how many messages arrived, and at what rate. */
    void tell() {
        Console.say(summary(messages, bytes, lastNs - firstNs, ageNs()));
    }

    /** The rate is that between the first and the last message; if all arrived at once, that over the whole time. */
    static String summary(long messages, long bytes, long flowNs, long wholeNs) {
        double seconds = Math.max(flowNs >= SHORTEST_NS ? flowNs : wholeNs, 1) / 1e9;
        return messages + " received, "
                + String.format(Locale.ROOT, "%,.0f messages/s, %.1f MB/s", messages / seconds, bytes / seconds / 1e6);
    }
}
