/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.DRIVER_OWNER;
import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.tools.dump.Report.Anomalies;

/**
 * Whether a frame is one that a publisher or the media driver makes. A committed frame stays as it is, so one look is
 * enough; what may change meanwhile is looked at again before it is called an anomaly.
 */
final class FrameChecks {
    private final LogBuffers log;
    private final LogMeta meta;
    private final LogSnapshot snapshot;
    private final Anomalies anomalies;
    private final int longestFrame;

    FrameChecks(LogBuffers log, LogSnapshot snapshot, Anomalies anomalies) {
        this.log = log;
        this.meta = log.meta();
        this.snapshot = snapshot;
        this.anomalies = anomalies;
        this.longestFrame = log.termLength() / LogLayout.LONGEST_FRAMES_PER_TERM;
    }

    void check(Frame frame) {
        if (frame.problem != null) {
            anomalies.add(frame.position, frame.describeProblem());
        }
        switch (frame.kind) {
            case DATA -> checkData(frame);
            case PAD -> checkPad(frame);
            case CLAIMED -> checkClaim(frame);
            case UNKNOWN, CORRUPT -> {
                // The walker has said what is wrong.
            }
        }
    }

    private void checkData(Frame frame) {
        checkFlags(frame);
        checkLength(frame);
        checkOwner(frame, frame.owner < LogLayout.MAX_PUBLISHERS);
        checkTail(frame);
        checkInside(frame);
        if (frame.alignmentDirty && !snapshot.isExclusive()) { // Nobody has zeroed an exclusive log.
            anomalies.add(frame.position, "bytes behind the payload are not zero: length=" + frame.length);
        }
    }

    private void checkPad(Frame frame) {
        checkFlags(frame);
        checkOwner(frame, frame.owner < LogLayout.MAX_PUBLISHERS || frame.owner == DRIVER_OWNER);
        checkTail(frame);
        if (frame.length % FRAME_ALIGNMENT != 0) {
            anomalies.add(frame.position, "padding not aligned: length=" + frame.length);
        }
    }

    private void checkClaim(Frame frame) {
        if (frame.owner == Frame.NO_OWNER) {
            checkGap(frame);
            return;
        }
        checkFlags(frame);
        checkLength(frame);
        checkOwner(frame, frame.owner < LogLayout.MAX_PUBLISHERS);
        checkTail(frame);
        if (snapshot.isExclusive()) {
            anomalies.add(
                    frame.position, "a claim in the log of one publisher, which shows none: length=" + frame.length);
        } else if (isFree(frame.owner) && FrameLayout.length(headerNow(frame)) < 0) {
            anomalies.add(
                    frame.position,
                    "a claim whose publisher is gone: owner=" + frame.owner + ", length=" + frame.length);
        }
    }

    /** A slot is freed only when everything its publisher claimed was committed or padded. */
    private void checkGap(Frame frame) {
        for (int slot = 0; slot < LogLayout.MAX_PUBLISHERS; slot++) {
            if (!isFree(slot)) {
                return;
            }
        }
        if (FrameLayout.length(headerNow(frame)) == 0 && meta.cleaningTargetAcquire() <= frame.position) {
            anomalies.add(frame.position, "claimed space without a header, and no publisher: length=" + frame.length);
        }
    }

    private boolean isFree(int slot) {
        return slot < LogLayout.MAX_PUBLISHERS && meta.publisherAcquire(slot) == 0;
    }

    private long headerNow(Frame frame) {
        return log.term(frame.position).getLongAcquire(log.offset(frame.position));
    }

    private void checkFlags(Frame frame) {
        if (frame.flags != 0) {
            anomalies.add(frame.position, "flags set that mean nothing: flags=" + frame.flags);
        }
    }

    private void checkLength(Frame frame) {
        if (frame.length > longestFrame) {
            anomalies.add(
                    frame.position, "longer than the longest frame: length=" + frame.length + ", max=" + longestFrame);
        }
    }

    private void checkOwner(Frame frame, boolean possible) {
        if (!possible) {
            anomalies.add(
                    frame.position,
                    "no such publisher: owner=" + frame.owner + ", max=" + (LogLayout.MAX_PUBLISHERS - 1));
        }
    }

    private void checkTail(Frame frame) {
        long stored = snapshot.isExclusive() ? snapshot.storedTail() : meta.tailAcquire();
        boolean wholly = snapshot.isExclusive() && frame.position >= stored;
        if (frame.end > stored && !wholly) {
            anomalies.add(
                    frame.position,
                    "the tail is inside a frame: length=" + frame.length + ", end=" + frame.end + ", tail=" + stored);
        }
    }

    /** Padding by the driver may cover the place where a subscriber joined; a message never does. */
    private void checkInside(Frame frame) {
        for (Subscriber subscriber : snapshot.subscribers()) {
            if (subscriber.position() > frame.position && subscriber.position() < frame.end) {
                anomalies.add(
                        subscriber.position(),
                        "subscriber " + subscriber.slot() + " inside a frame: position=" + subscriber.position()
                                + ", frame=" + frame.position + ", end=" + frame.end);
            }
        }
    }
}
