/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.dispatch.FailurePolicy.FailedFrame.Outcome;
import java.time.Duration;

/** The treatment of a frame whose handler throws. Each such frame is counted and reported, whatever the policy. */
public final class FailurePolicy {
    /** The frame counts as done. */
    public static final FailurePolicy SKIP = new FailurePolicy(0, Duration.ZERO, Duration.ZERO, Outcome.SKIPPED);

    /** The dispatch stops. Its position stays at or before the frame, so the frame is read again from there. */
    public static final FailurePolicy HALT = new FailurePolicy(0, Duration.ZERO, Duration.ZERO, Outcome.HALTED);

    /** Maximum number of further attempts. */
    final int retries;
    /** The treatment of a frame whose last attempt also fails. */
    final Outcome last;

    private final long firstPauseNs;
    private final long longestPauseNs;

    private FailurePolicy(int retries, Duration firstPause, Duration longestPause, Outcome last) {
        this.retries = retries;
        this.firstPauseNs = firstPause.toNanos();
        this.longestPauseNs = longestPause.toNanos();
        this.last = last;
    }

    /**
     * {@return a policy that tries the frame again, after a pause that doubles each time} Its worker waits meanwhile,
     * and so do the frames that must follow it.
     *
     * @param attempts maximum number of further attempts
     * @param firstPause pause before the first of these attempts
     * @param longestPause the limit of the doubling
     * @param then the policy for a frame whose last attempt also fails: SKIP or HALT
     * @throws IllegalArgumentException if the attempts or a pause are not positive, or {@code then} is a retry
     */
    public static FailurePolicy retry(int attempts, Duration firstPause, Duration longestPause, FailurePolicy then) {
        if (attempts < 1 || firstPause.isNegative() || firstPause.isZero()) {
            throw new IllegalArgumentException("a retry needs an attempt and a pause: attempts=" + attempts
                    + ", firstPause=" + firstPause + ", min=1 ns");
        }
        if (longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException(
                    "longest pause below the first: firstPause=" + firstPause + ", longestPause=" + longestPause);
        }
        if (then.retries > 0) {
            throw new IllegalArgumentException(
                    "a retry after a retry: attempts=" + attempts + "; give the first one more attempts instead");
        }
        return new FailurePolicy(attempts, firstPause, longestPause, then.last);
    }

    /** {@return the pause before an attempt, in ns} The first attempt has number 0. */
    long pauseNs(int attempt) {
        return attempt < Long.numberOfLeadingZeros(firstPauseNs) - 1
                ? Math.min(firstPauseNs << attempt, longestPauseNs)
                : longestPauseNs;
    }

    /**
     * A frame that has finally failed.
     *
     * @param logId the log of the frame
     * @param position of the frame in that log, in bytes
     * @param attempts how often the handler was called
     * @param outcome the final treatment of the frame
     * @param cause the exception that the handler threw last
     */
    public record FailedFrame(long logId, long position, int attempts, Outcome outcome, Throwable cause) {
        /** The final treatment of a frame. */
        public enum Outcome {
            SKIPPED,
            HALTED
        }

        @Override
        public String toString() {
            return "handler failed: log=" + logId + ", position=" + position + ", attempts=" + attempts + ", outcome="
                    + outcome + ", cause=" + cause;
        }
    }
}
