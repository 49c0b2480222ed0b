/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.dispatch.DispatchThreads.ThreadContext;
import io.tailrace.dispatch.FailurePolicy.FailedFrame;
import io.tailrace.dispatch.FailurePolicy.FailedFrame.Outcome;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs the handler for one frame, and applies the policy if the handler throws. Any thread. */
final class FrameRunner {
    private final Dispatch dispatch;
    private final FailurePolicy policy;
    private final Consumer<FailedFrame> failureHandler;

    final LongAdder failedAttempts = new LongAdder();
    final LongAdder retries = new LongAdder();
    final LongAdder skipped = new LongAdder();
    final LongAdder deadLetters = new LongAdder();

    /**
     * @param policy for frames whose handler throws
     * @param failureHandler receives each frame that has finally failed, on the thread that ran it
     */
    FrameRunner(Dispatch dispatch, FailurePolicy policy, Consumer<FailedFrame> failureHandler) {
        this.dispatch = dispatch;
        this.policy = policy;
        this.failureHandler = failureHandler;
    }

    /** {@return whether the frame counts as done} A frame of a closed log does, without a run of its handler. */
    boolean run(ThreadContext context, FrameWindow window, long frame) {
        FrameFeed feed = window.feed;
        if (feed.isClosed()) {
            return true;
        }
        long position = window.position(frame);
        long tag = window.tag(frame);
        context.begin(window, position);
        try {
            Throwable failure = attempt(context, feed, position, tag);
            return failure == null || recover(context, feed, position, tag, failure);
        } finally {
            context.end();
        }
    }

    private @Nullable Throwable attempt(ThreadContext context, FrameFeed feed, long position, long tag) {
        try {
            feed.handle(context.number(), position, tag);
            return null;
        } catch (Throwable e) {
            failedAttempts.increment();
            return e;
        }
    }

    private boolean recover(ThreadContext context, FrameFeed feed, long position, long tag, Throwable first) {
        Throwable failure = first;
        int attempts = 1;
        FailurePolicy last = policy;
        if (policy instanceof FailurePolicy.Retry retry) {
            last = retry.then();
            for (; attempts <= retry.attempts(); attempts++) {
                if (!pause(retry.pauseNs(attempts - 1))) {
                    return false; // The dispatch stops: the frame will be read again.
                }
                retries.increment();
                failure = attempt(context, feed, position, tag);
                if (failure == null) {
                    return true;
                }
            }
        }
        Outcome outcome = giveUp(last, feed, position, tag, failure);
        report(new FailedFrame(feed.logId(), position, attempts, outcome, failure));
        if (outcome == Outcome.HALTED) {
            dispatch.halt(failure);
        }
        return outcome != Outcome.HALTED;
    }

    /** {@return whether the dispatch still continues} */
    private boolean pause(long pauseNs) {
        long startNs = System.nanoTime();
        long remainingNs = pauseNs;
        while (remainingNs > 0 && dispatch.goesOn()) {
            LockSupport.parkNanos(this, remainingNs);
            remainingNs = pauseNs - (System.nanoTime() - startNs);
        }
        return dispatch.goesOn();
    }

    private Outcome giveUp(FailurePolicy last, FrameFeed feed, long position, long tag, Throwable failure) {
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
            // There is no further handler to notify.
        }
    }
}
