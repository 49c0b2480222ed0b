/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.time.Duration;

/** What becomes of a frame whose handler throws. Whatever it is, it is counted and reported. */
public sealed interface FailurePolicy {
    /** The frame counts as done. */
    FailurePolicy SKIP = new Skip();

    /** The dispatch stops. The position stays at or before the frame: it comes again to whoever goes on. */
    FailurePolicy HALT = new Halt();

    /** See {@link #SKIP}. */
    record Skip() implements FailurePolicy {}

    /** See {@link #HALT}. */
    record Halt() implements FailurePolicy {}

    /** The frame is given to these, then it counts as done; where they throw, the dispatch halts. */
    record DeadLetter(DeadLetters letters) implements FailurePolicy {}

    /**
     * The frame is tried again, after a pause that doubles each time. The worker waits for it meanwhile, and so do the
     * frames that must come behind it.
     *
     * @param attempts how often again
     * @param firstPause before the first of them
     * @param longestPause and no longer than that
     * @param then what becomes of it if the last one fails, too; not a retry
     */
    record Retry(int attempts, Duration firstPause, Duration longestPause, FailurePolicy then)
            implements FailurePolicy {
        /**
         * @throws IllegalArgumentException if the attempts or a pause are not positive, or it retries what is retried
         */
        public Retry {
            if (attempts < 1 || firstPause.isNegative() || firstPause.isZero()) {
                throw new IllegalArgumentException("a retry needs an attempt and a pause: attempts=" + attempts
                        + ", firstPause=" + firstPause + ", min=1 ns");
            }
            if (longestPause.compareTo(firstPause) < 0) {
                throw new IllegalArgumentException(
                        "longest pause below the first: firstPause=" + firstPause + ", longestPause=" + longestPause);
            }
            if (then instanceof Retry) {
                throw new IllegalArgumentException(
                        "a retry behind a retry: attempts=" + attempts + "; give the first one more attempts instead");
            }
        }

        /** {@return the pause before an attempt, in ns} The first one has number 0. */
        long pauseNs(int attempt) {
            long first = firstPause.toNanos();
            long longest = longestPause.toNanos();
            return attempt < Long.numberOfLeadingZeros(first) - 1 ? Math.min(first << attempt, longest) : longest;
        }
    }

    /** {@return a policy that tries again, see {@link Retry}} */
    static FailurePolicy retry(int attempts, Duration firstPause, Duration longestPause, FailurePolicy then) {
        return new Retry(attempts, firstPause, longestPause, then);
    }

    /** {@return a policy that gives it to others, see {@link DeadLetter}} */
    static FailurePolicy deadLetter(DeadLetters letters) {
        return new DeadLetter(letters);
    }
}
