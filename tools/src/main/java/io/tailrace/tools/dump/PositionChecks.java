/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.LogLayout.LONGEST_FRAMES_PER_TERM;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.tools.dump.Report.Anomalies;

/**
 * Whether the positions in a meta file can all be true. What {@link LogSnapshot#read} could not read at one moment is
 * compared only in the direction in which it can not have changed meanwhile.
 */
final class PositionChecks {
    /** So many threads at once may each have claimed a longest frame past the limit; more is no overshoot. */
    private static final int MAX_OVERSHOOTS = 512;

    private final LogSnapshot log;
    private final LogMeta meta;
    private final Anomalies anomalies;

    PositionChecks(LogSnapshot log, LogMeta meta, Anomalies anomalies) {
        this.log = log;
        this.meta = meta;
        this.anomalies = anomalies;
    }

    void check() {
        if (areInRange()) {
            checkTail();
            checkSubscribers();
            if (log.stable()) {
                checkCleaner();
            }
        }
    }

    /** Says of each position whether it is one. */
    private boolean areInRange() {
        boolean possible = isInRange("tail", log.tail(), true);
        possible &= isInRange("stored tail", log.storedTail(), true);
        possible &= isInRange("limit", log.limit(), false);
        possible &= isInRange("clean position", log.cleanPosition(), true);
        possible &= isInRange("cleaning target", log.cleaningTarget(), true);
        possible &= isInRange("join position", log.joinPosition(), true);
        if (log.endPosition() != LogLayout.NONE) {
            possible &= isInRange("end position", log.endPosition(), true);
        }
        return possible;
    }

    private boolean isInRange(String name, long position, boolean aligned) {
        boolean possible =
                position >= 0 && position <= LogSnapshot.MAX_POSITION && (!aligned || position % FRAME_ALIGNMENT == 0);
        if (!possible) {
            anomalies.add(
                    position,
                    name + " out of range or not aligned: position=" + position + ", max=" + LogSnapshot.MAX_POSITION);
        }
        return possible;
    }

    private void checkCleaner() {
        long maxLimit = log.cleanPosition() + log.constants().reach();
        if (log.limit() > maxLimit) {
            anomalies.add(
                    log.limit(),
                    "limit past what is clean, less the reserve: limit=" + log.limit() + ", max=" + maxLimit);
        }
        if (log.cleanPosition() > log.cleaningTarget()) {
            anomalies.add(
                    log.cleanPosition(),
                    "cleaned further than announced: cleanPosition=" + log.cleanPosition() + ", cleaningTarget="
                            + log.cleaningTarget());
        }
        if (log.joinPosition() < log.cleanPosition() || log.joinPosition() > log.cleaningTarget()) {
            anomalies.add(
                    log.joinPosition(),
                    "join position not between what is cleaned and what is announced: joinPosition="
                            + log.joinPosition() + ", cleanPosition=" + log.cleanPosition() + ", cleaningTarget="
                            + log.cleaningTarget());
        }
        if (log.cleaningTarget() - log.cleanPosition() > log.ringLength()) {
            anomalies.add(
                    log.cleaningTarget(),
                    "more announced than the terms hold: cleanPosition=" + log.cleanPosition() + ", cleaningTarget="
                            + log.cleaningTarget() + ", terms=" + log.ringLength());
        }
    }

    private void checkTail() {
        if (log.tail() < log.cleaningTarget()) {
            anomalies.add(
                    log.cleaningTarget(),
                    "announced past the tail: cleaningTarget=" + log.cleaningTarget() + ", tail=" + log.tail());
        }
        long longestFrame = log.constants().termLength() / LONGEST_FRAMES_PER_TERM;
        // A publisher goes past the keeper's limit by itself while the keeper sleeps, so far at most.
        long limit = meta.cleanPositionAcquire() + log.constants().reach();
        long maxTail = limit + (log.isExclusive() ? 2 : MAX_OVERSHOOTS) * longestFrame;
        if (log.tail() > maxTail) {
            anomalies.add(
                    log.tail(),
                    "tail further past the limit than claims reach: tail=" + log.tail() + ", limit=" + limit + ", max="
                            + maxTail);
        }
        if (log.endPosition() != LogLayout.NONE && log.endPosition() != log.tail()) {
            anomalies.add(
                    log.endPosition(),
                    "a log that has ended, but not at its tail: endPosition=" + log.endPosition() + ", tail="
                            + log.tail());
        }
    }

    private void checkSubscribers() {
        for (Subscriber subscriber : log.subscribers()) {
            long position = subscriber.position();
            // The cleaning waits for those that gate only; any other is overrun, and told so at its next poll.
            long least = subscriber.isGating() ? log.cleaningTarget() : 0;
            boolean possible = position >= least && position <= log.tail() && position % FRAME_ALIGNMENT == 0;
            if (!possible) {
                anomalies.add(
                        position,
                        "subscriber " + subscriber.slot() + " where no frame is: position=" + position
                                + ", cleaningTarget=" + log.cleaningTarget() + ", tail=" + log.tail());
            }
        }
    }
}
