/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Polls a subscription into a sink until it has enough, or the command is asked to end. For one thread. */
final class Receiver {
    /** Where there is no bound. */
    static final long ENDLESS = Long.MAX_VALUE;

    private static final int FRAMES_A_POLL = 256;
    private static final long LONGEST_WAIT_NS = 60_000_000_000L;

    /** Between one log of a stream that has ended and the next one there is none for a moment. */
    private static final long SETTLED_NS = 100_000_000;

    private final Subscription subscription;
    private final MessageSink sink;
    private final Enough enough;
    private final Termination termination;
    private final Reception reception = new Reception();
    private final FrameHandler handler;
    private long bytes;
    private boolean wasConnected;

    /**
     * When it has enough.
     *
     * @param count after so many messages
     * @param durationNs after so long
     * @param idleNs when none came for so long
     * @param atEndOfStream when all publishers have gone that were there, and all was read
     */
    record Enough(long count, long durationNs, long idleNs, boolean atEndOfStream) {
        /** {@return whether only a signal ends it} */
        public boolean isEndless() {
            return count == ENDLESS && durationNs == ENDLESS && idleNs == ENDLESS && !atEndOfStream;
        }
    }

    Receiver(Subscription subscription, MessageSink sink, Enough enough, Termination termination) {
        this.subscription = subscription;
        this.sink = sink;
        this.enough = enough;
        this.termination = termination;
        this.handler = (buffer, offset, length, header) -> {
            bytes += length;
            sink.onFrame(buffer, offset, length, header);
        };
    }

    /**
     * Receives, and hands all of it on.
     *
     * @return the exit code
     * @throws CommandException if the subscription is lost
     */
    int receiveAll() {
        while (!hasEnough() && !termination.isRequested()) {
            int limit = (int) Math.min(FRAMES_A_POLL, enough.count - reception.messages());
            int frames = subscription.poll(handler, limit);
            if (frames > 0) {
                reception.add(frames, bytes);
                bytes = 0;
                continue;
            }
            sink.flush();
            if (subscription.isClosed()) { // Why was told when it happened.
                throw new CommandException(
                        ExitCode.IO_FAILED,
                        "subscription lost: stream=" + subscription.stream() + ", " + reception.messages()
                                + " received");
            }
            termination.await(() -> subscription.awaitMessage(Duration.ofNanos(waitNs())));
        }
        sink.flush();
        return hasEnough() || enough.isEndless() ? ExitCode.OK : termination.interruptedCode();
    }

    private boolean hasEnough() {
        return reception.messages() >= enough.count
                || reception.ageNs() >= enough.durationNs
                || (enough.idleNs != ENDLESS && reception.idleNs() >= enough.idleNs)
                || (enough.atEndOfStream && hasStreamEnded());
    }

    private boolean hasStreamEnded() {
        boolean connected = subscription.isConnected();
        wasConnected |= connected || reception.messages() > 0;
        return wasConnected && !connected && reception.idleNs() >= SETTLED_NS;
    }

    private long waitNs() {
        long leftNs = Math.min(enough.durationNs - reception.ageNs(), enough.idleNs - reception.idleNs());
        return Math.max(0, Math.min(leftNs, enough.atEndOfStream ? SETTLED_NS : LONGEST_WAIT_NS));
    }

    /**
     * Says that fewer messages came than were asked for.
     *
     * @throws CommandException if so, and time ended it
     */
    void checkCount() {
        boolean counted = enough.count != ENDLESS;
        if (counted && reception.messages() < enough.count && hasEnough()) {
            throw new CommandException(
                    ExitCode.TIMED_OUT,
                    describeEnd() + ": stream=" + subscription.stream() + ", " + reception.messages() + " of "
                            + enough.count + " received");
        }
    }

    private String describeEnd() {
        if (reception.ageNs() >= enough.durationNs) {
            return "timed out after " + TimeUnit.NANOSECONDS.toMillis(enough.durationNs) + " ms";
        }
        return enough.atEndOfStream && hasStreamEnded()
                ? "the stream has ended"
                : "nothing came for " + TimeUnit.NANOSECONDS.toMillis(enough.idleNs) + " ms";
    }

    /** Says on the standard error how many came, and how fast. */
    void tell() {
        Console.say(reception.summary());
    }
}
