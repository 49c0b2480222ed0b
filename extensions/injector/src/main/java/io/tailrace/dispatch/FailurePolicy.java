/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.time.Duration;
import org.agrona.DirectBuffer;

/** The treatment of a frame whose handler throws. Each such frame is counted and reported, whatever the policy. */
public sealed interface FailurePolicy {
    /** The frame counts as done. */
    FailurePolicy SKIP = new Skip();

    /** The dispatch stops. Its position stays at or before the frame, so the frame is read again from there. */
    FailurePolicy HALT = new Halt();

    /** {@return a policy that tries again; see {@link Retry}} */
    static FailurePolicy retry(int attempts, Duration firstPause, Duration longestPause, FailurePolicy then) {
        return new Retry(attempts, firstPause, longestPause, then);
    }

    /** {@return a policy that passes the frame to the dead letters; see {@link DeadLetter}} */
    static FailurePolicy deadLetter(DeadLetters letters) {
        return new DeadLetter(letters);
    }

    /** See {@link #SKIP}. */
    record Skip() implements FailurePolicy {}

    /** See {@link #HALT}. */
    record Halt() implements FailurePolicy {}

    /** The frame is passed to the dead letters; then it counts as done. If they throw, the dispatch halts. */
    record DeadLetter(DeadLetters letters) implements FailurePolicy {}

    /**
     * The frame is tried again, after a pause that doubles each time. Its worker waits meanwhile, and so do the frames
     * that must follow it.
     *
     * @param attempts maximum number of further attempts
     * @param firstPause pause before the first of these attempts
     * @param longestPause the limit of the doubling
     * @param then the policy for a frame whose last attempt also fails; not a retry
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
                        "a retry after a retry: attempts=" + attempts + "; give the first one more attempts instead");
            }
        }

        /** {@return the pause before an attempt, in ns} The first attempt has number 0. */
        public long pauseNs(int attempt) {
            long first = firstPause.toNanos();
            long longest = longestPause.toNanos();
            return attempt < Long.numberOfLeadingZeros(first) - 1 ? Math.min(first << attempt, longest) : longest;
        }
    }

    /**
     * Receives messages that the handler could not handle. Called by the threads that run handlers, possibly several at
     * a time.
     */
    @FunctionalInterface
    interface DeadLetters {
        /**
         * Stores a copy of a message; when this method returns, the message counts as done.
         *
         * @param place of the message, by which it can be found again
         * @throws RuntimeException if the message could not be stored; the dispatch then halts
         */
        void accept(DirectBuffer buffer, int offset, int length, MessagePlace place);
    }

    /**
     * The place of a message.
     *
     * @param stream the name of its stream
     * @param logId the id of its log
     * @param position of its frame in that log, in bytes
     */
    record MessagePlace(String stream, long logId, long position) {}

    /**
     * A frame that has finally failed.
     *
     * @param logId the log of the frame
     * @param position of the frame in that log, in bytes
     * @param attempts how often the handler was called
     * @param outcome the final treatment of the frame
     * @param cause the exception that the handler threw last; an exception of the dead letters is suppressed in it
     */
    record FailedFrame(long logId, long position, int attempts, Outcome outcome, Throwable cause) {
        /** The final treatment of a frame. */
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
