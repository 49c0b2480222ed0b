/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.time.Duration;
import org.agrona.DirectBuffer;

/** What becomes of a frame whose handler throws. Each such frame is counted and reported, whatever the policy. */
public sealed interface FailurePolicy {
    /** The frame counts as done. */
    FailurePolicy SKIP = new Skip();

    /** The dispatch stops. Its position stays at or before the frame, so the frame is read again from there. */
    FailurePolicy HALT = new Halt();

    /** {@return a policy that tries again, see {@link Retry}} */
    static FailurePolicy retry(int attempts, Duration firstPause, Duration longestPause, FailurePolicy then) {
        return new Retry(attempts, firstPause, longestPause, then);
    }

    /** {@return a policy that gives the frame away, see {@link DeadLetter}} */
    static FailurePolicy deadLetter(DeadLetters letters) {
        return new DeadLetter(letters);
    }

    /** See {@link #SKIP}. */
    record Skip() implements FailurePolicy {}

    /** See {@link #HALT}. */
    record Halt() implements FailurePolicy {}

    /** The frame is given to the dead letters, then it counts as done. If they throw, the dispatch halts. */
    record DeadLetter(DeadLetters letters) implements FailurePolicy {}

    /**
     * The frame is tried again, after a pause that doubles each time. Its worker waits meanwhile, and so do the frames
     * that must come behind it.
     *
     * @param attempts how often it is tried again
     * @param firstPause before the first of these attempts
     * @param longestPause the limit of the doubling
     * @param then what becomes of the frame if the last attempt fails, too; not a retry
     */
    record Retry(int attempts, Duration firstPause, Duration longestPause, FailurePolicy then)
            implements FailurePolicy {
        /**
         * @throws IllegalArgumentException if the attempts or a pause are not positive, or {@code then} is a retry
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

        /** {@return the pause before an attempt, in ns} The first attempt has number 0. */
        public long pauseNs(int attempt) {
            long first = firstPause.toNanos();
            long longest = longestPause.toNanos();
            return attempt < Long.numberOfLeadingZeros(first) - 1 ? Math.min(first << attempt, longest) : longest;
        }
    }

    /** Takes messages that the handler could not handle. Any of the threads that run handlers, several at a time. */
    @FunctionalInterface
    interface DeadLetters {
        /**
         * Takes a copy of a message; when this returns, the message counts as done.
         *
         * @param origin where the message stands, so that it can be found again
         * @throws RuntimeException if the message could not be taken: then the dispatch halts
         */
        void accept(DirectBuffer buffer, int offset, int length, Origin origin);
    }

    /**
     * Where a dead letter comes from.
     *
     * @param stream the name of its stream
     * @param logId the log that it stands in
     * @param position of its frame in that log, in bytes
     */
    record Origin(String stream, long logId, long position) {}

    /**
     * A frame that the handler has failed for good.
     *
     * @param logId the log of the frame
     * @param position of the frame in that log, in bytes
     * @param attempts how often the handler was called
     * @param outcome what became of the frame
     * @param cause what the handler threw the last time; what the dead letters threw is suppressed in it
     */
    record FailedFrame(long logId, long position, int attempts, Outcome outcome, Throwable cause) {
        /** What became of the frame. */
        public enum Outcome {
            SKIPPED,
            DEAD_LETTER,
            HALTED
        }

        @Override
        public String toString() {
            return "handler failed: log=" + logId + ", position=" + position + ", attempts=" + attempts + ", outcome="
                    + outcome + ", cause=" + cause;
        }
    }
}
