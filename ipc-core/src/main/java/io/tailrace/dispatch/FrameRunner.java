/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.dispatch.FailedFrame.Outcome;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs the handler for one frame, and does what the policy says if it throws. Any thread. */
final class FrameRunner {
    private final FailurePolicy policy;
    private final Consumer<FailedFrame> failureHandler;
    private final BooleanSupplier goesOn;
    private final Consumer<Throwable> halt;

    final LongAdder failedAttempts = new LongAdder();
    final LongAdder retries = new LongAdder();
    final LongAdder skipped = new LongAdder();
    final LongAdder deadLetters = new LongAdder();

    FrameRunner(
            FailurePolicy policy,
            Consumer<FailedFrame> failureHandler,
            BooleanSupplier goesOn,
            Consumer<Throwable> halt) {
        this.policy = policy;
        this.failureHandler = failureHandler;
        this.goesOn = goesOn;
        this.halt = halt;
    }

    /** {@return whether the frame counts as done} A frame of a log that is closed does, without its handler. */
    boolean run(Seat seat, FrameWindow window, long frame) {
        FrameFeed feed = window.feed();
        if (feed.isClosed()) {
            return true;
        }
        long position = window.position(frame);
        long tag = window.tag(frame);
        seat.begin(window, position);
        try {
            Throwable failure = attempt(seat, feed, position, tag);
            return failure == null || recover(seat, feed, position, tag, failure);
        } finally {
            seat.end();
        }
    }

    private @Nullable Throwable attempt(Seat seat, FrameFeed feed, long position, long tag) {
        try {
            feed.handle(seat.number(), position, tag);
            return null;
        } catch (Throwable e) {
            failedAttempts.increment();
            return e;
        }
    }

    private boolean recover(Seat seat, FrameFeed feed, long position, long tag, Throwable first) {
        Throwable failure = first;
        int attempts = 1;
        FailurePolicy last = policy;
        if (policy instanceof FailurePolicy.Retry retry) {
            last = retry.then();
            for (; attempts <= retry.attempts(); attempts++) {
                if (!pause(retry.pauseNs(attempts - 1))) {
                    return false; // It is stopping: the frame comes again.
                }
                retries.increment();
                failure = attempt(seat, feed, position, tag);
                if (failure == null) {
                    return true;
                }
            }
        }
        return giveUp(last, feed, position, tag, attempts, failure);
    }

    /** {@return whether the dispatch still goes on} */
    private boolean pause(long pauseNs) {
        long startNs = System.nanoTime();
        long remainingNs = pauseNs;
        while (remainingNs > 0 && goesOn.getAsBoolean()) {
            LockSupport.parkNanos(this, remainingNs);
            remainingNs = pauseNs - (System.nanoTime() - startNs);
        }
        return goesOn.getAsBoolean();
    }

    private boolean giveUp(
            FailurePolicy last, FrameFeed feed, long position, long tag, int attempts, Throwable failure) {
        Outcome outcome = outcome(last, feed, position, tag, failure);
        report(new FailedFrame(feed.logId(), position, attempts, outcome, failure));
        if (outcome == Outcome.HALTED) {
            halt.accept(failure);
        }
        return outcome != Outcome.HALTED;
    }

    private Outcome outcome(FailurePolicy last, FrameFeed feed, long position, long tag, Throwable failure) {
        if (last instanceof FailurePolicy.Skip) {
            skipped.increment();
            return Outcome.SKIPPED;
        }
        if (last instanceof FailurePolicy.DeadLetter deadLetter) {
            try {
                feed.giveTo(deadLetter.letters(), position, tag);
                deadLetters.increment();
                return Outcome.DEAD_LETTER;
            } catch (Throwable e) {
                if (e != failure) {
                    failure.addSuppressed(e);
                }
            }
        }
        return Outcome.HALTED;
    }

    private void report(FailedFrame frame) {
        try {
            failureHandler.accept(frame);
        } catch (Throwable ignored) {
            // Nobody is left to be told.
        }
    }
}
