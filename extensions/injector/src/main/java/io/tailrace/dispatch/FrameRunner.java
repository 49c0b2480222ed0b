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
        for (; attempts <= policy.retries; attempts++) {
            if (!pause(policy.pauseNs(attempts - 1))) {
                return false; // The dispatch stops: the frame will be read again.
            }
            retries.increment();
            failure = attempt(context, feed, position, tag);
            if (failure == null) {
                return true;
            }
        }
        boolean skips = policy.last == Outcome.SKIPPED;
        if (skips) {
            skipped.increment();
        }
        report(new FailedFrame(feed.logId(), position, attempts, policy.last, failure));
        if (!skips) {
            dispatch.halt(failure);
        }
        return skips;
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

    private void report(FailedFrame frame) {
        try {
            failureHandler.accept(frame);
        } catch (Throwable ignored) {
            // There is no further handler to notify.
        }
    }
}
