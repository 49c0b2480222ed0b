/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.DRIVER_OWNER;
import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.LogLayout.LONGEST_FRAMES_PER_TERM;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogTail;
import java.lang.invoke.VarHandle;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Checks all of a log, counts its anomalies, and lists the first ones: a file of random bytes has more than anyone
 * would read. One thread.
 *
 * <p>Positions that {@link LogSnapshot#read} could not read at one moment are compared only in the direction that no
 * change in between can reverse. A committed frame does not change, so one check is enough; anything that may change is
 * checked again before it counts as an anomaly.
 */
final class Verification {
    static final int MAX_LISTED = 100;

    /**
     * The most threads that may at once each have claimed a longest frame past the limit; a tail beyond that is an
     * anomaly.
     */
    private static final int MAX_OVERSHOOTS = 512;

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LogBuffers log;
    private final LogMeta meta;
    private final LogSnapshot snapshot;
    private final Report report;
    private final int longestFrame;
    private long count;

    /** Verifies a log against a snapshot taken a moment ago. */
    Verification(LogBuffers log, LogSnapshot snapshot, Report report) {
        this.log = log;
        this.meta = log.meta();
        this.snapshot = snapshot;
        this.report = report;
        this.longestFrame = log.termLength() / LONGEST_FRAMES_PER_TERM;
    }

    /** Adds an anomaly; the facts are names, each followed by its value. */
    private void add(long position, String text, Object... facts) {
        count++;
        if (count <= MAX_LISTED) {
            StringJoiner line = new StringJoiner(", ", text + ": ", "").setEmptyValue(text);
            for (int i = 0; i < facts.length; i += 2) {
                line.add(facts[i] + "=" + facts[i + 1]);
            }
            String problem = "anomaly at " + position + ": " + line;
            report.tell("anomaly", problem, "position", position, "problem", line.toString());
        }
    }

    /** Checks everything and reports it; returns the number of anomalies. */
    long run() {
        Report.Totals totals = new Report.Totals();
        checkPositions();
        String contradiction = snapshot.contradiction();
        if (contradiction == null) {
            FrameWalker.Overruns overruns = new FrameWalker.Overruns();
            FrameWalker walker = new FrameWalker(log, snapshot.cleaningTarget(), snapshot.readableTail(), 0, overruns);
            while (walker.next()) {
                totals.add(walker.frame());
                check(walker.frame());
            }
            overruns.reportTo(report);
            LogSnapshot now = LogSnapshot.read(log);
            if (now.contradiction() == null) {
                checkCleanMemory(now);
            }
        } else {
            add(snapshot.cleaningTarget(), "no frame can be found: " + contradiction);
        }
        if (count > MAX_LISTED) {
            long more = count - MAX_LISTED;
            report.tell("moreAnomalies", "and " + more + " more anomalies", "count", more);
        }
        totals.reportTo(report, count);
        return count;
    }

    private void checkPositions() {
        boolean possible = isInRange("tail", snapshot.tail(), true);
        possible &= isInRange("stored tail", snapshot.storedTail(), true);
        possible &= isInRange("limit", snapshot.limit(), false);
        possible &= isInRange("clean position", snapshot.cleanPosition(), true);
        possible &= isInRange("cleaning target", snapshot.cleaningTarget(), true);
        possible &= isInRange("join position", snapshot.joinPosition(), true);
        if (snapshot.isEnded()) {
            possible &= isInRange("end position", snapshot.endPosition(), true);
        }
        if (possible) {
            checkTail();
            checkSubscribers();
            if (snapshot.stable()) {
                checkCleaner();
            }
        }
    }

    private boolean isInRange(String name, long position, boolean aligned) {
        boolean possible =
                position >= 0 && position <= LogSnapshot.MAX_POSITION && (!aligned || position % FRAME_ALIGNMENT == 0);
        if (!possible) {
            String text = name + " out of range or not aligned";
            add(position, text, "position", position, "max", LogSnapshot.MAX_POSITION);
        }
        return possible;
    }

    private void checkCleaner() {
        long clean = snapshot.cleanPosition();
        long target = snapshot.cleaningTarget();
        long join = snapshot.joinPosition();
        long maxLimit = clean + snapshot.constants().reach();
        if (snapshot.limit() > maxLimit) {
            String text = "limit past what is clean, less the reserve";
            add(snapshot.limit(), text, "limit", snapshot.limit(), "max", maxLimit);
        }
        if (clean > target) {
            add(clean, "cleaned further than announced", "cleanPosition", clean, "cleaningTarget", target);
        }
        if (join < clean || join > target) {
            String text = "join position not between what is cleaned and what is announced";
            add(join, text, "joinPosition", join, "cleanPosition", clean, "cleaningTarget", target);
        }
        if (target - clean > snapshot.ringLength()) {
            String text = "more announced than the terms hold";
            add(target, text, "cleanPosition", clean, "cleaningTarget", target, "terms", snapshot.ringLength());
        }
    }

    private void checkTail() {
        long tail = snapshot.tail();
        if (tail < snapshot.cleaningTarget()) {
            long target = snapshot.cleaningTarget();
            add(target, "announced past the tail", "cleaningTarget", target, "tail", tail);
        }
        // While the keeper sleeps, a publisher passes the keeper's limit by itself, at most up to this one.
        long limit = meta.cleanPositionAcquire() + snapshot.constants().reach();
        long overshoot = (snapshot.isExclusive() ? 2 : MAX_OVERSHOOTS) * (long) longestFrame;
        LogMeta.Constants constants = snapshot.constants(); // A padding of a mirror may use the reserve.
        long maxTail = limit + (constants.mirror() == null ? overshoot : constants.reserve());
        if (tail > maxTail) {
            add(tail, "tail further past the limit than claims reach", "tail", tail, "limit", limit, "max", maxTail);
        }
        if (snapshot.isEnded() && snapshot.endPosition() != tail) {
            long end = snapshot.endPosition();
            add(end, "a log that has ended, but not at its tail", "endPosition", end, "tail", tail);
        }
    }

    private void checkSubscribers() {
        // The search for the tail of an exclusive log ends where memory was clean when the snapshot began.
        long clean = meta.cleanPositionAcquire();
        long tail = clean == snapshot.cleanPosition() ? snapshot.tail() : clean + log.ringLength();
        for (Subscriber subscriber : snapshot.subscribers()) {
            long position = subscriber.position();
            long target = snapshot.cleaningTarget();
            // The cleaning waits only for subscribers that gate; any other is overrun, and learns so at its next poll.
            long least = subscriber.isGating() ? target : 0;
            if (position < least || position > tail || position % FRAME_ALIGNMENT != 0) {
                String text = "subscriber " + subscriber.slot() + " not at a frame";
                add(position, text, "position", position, "cleaningTarget", target, "tail", tail);
            }
        }
    }

    /** Checks whether a publisher or the media driver could have made a frame. */
    private void check(Frame frame) {
        if (frame.problem != null) {
            add(frame.position, frame.describeProblem());
        }
        switch (frame.kind) {
            case DATA -> checkData(frame);
            case PAD -> checkPad(frame);
            case CLAIMED -> checkClaim(frame);
            case UNKNOWN, CORRUPT -> {
                // The walker has described the problem.
            }
        }
    }

    private void checkData(Frame frame) {
        checkHeader(frame, frame.owner < LogLayout.MAX_PUBLISHERS);
        checkLength(frame);
        checkInside(frame);
        if (frame.alignmentDirty && !snapshot.isExclusive()) { // An exclusive log is not zeroed.
            add(frame.position, "bytes after the payload are not zero", "length", frame.length);
        }
    }

    private void checkPad(Frame frame) {
        checkHeader(frame, frame.owner < LogLayout.MAX_PUBLISHERS || frame.owner == DRIVER_OWNER);
        if (frame.length % FRAME_ALIGNMENT != 0) {
            add(frame.position, "padding not aligned", "length", frame.length);
        }
    }

    private void checkClaim(Frame frame) {
        if (frame.isHole()) {
            checkGap(frame);
            return;
        }
        checkHeader(frame, frame.owner < LogLayout.MAX_PUBLISHERS);
        checkLength(frame);
        if (snapshot.isExclusive()) {
            String text = "a claim in the log of one publisher, which shows none";
            add(frame.position, text, "length", frame.length);
        } else if (isFree(frame.owner) && FrameLayout.length(headerNow(frame)) < 0) {
            String text = "a claim whose publisher is gone";
            add(frame.position, text, "owner", frame.owner, "length", frame.length);
        }
    }

    /** A slot is freed only after all claims of its publisher were committed or padded. */
    private void checkGap(Frame frame) {
        for (int slot = 0; slot < LogLayout.MAX_PUBLISHERS; slot++) {
            if (!isFree(slot)) {
                return;
            }
        }
        if (FrameLayout.length(headerNow(frame)) == 0 && meta.cleaningTargetAcquire() <= frame.position) {
            add(frame.position, "claimed space without a header, and no publisher", "length", frame.length);
        }
    }

    private boolean isFree(int slot) {
        return slot < LogLayout.MAX_PUBLISHERS && meta.publishers().acquire(slot) == 0;
    }

    private long headerNow(Frame frame) {
        return log.headerAcquire(frame.position);
    }

    private void checkHeader(Frame frame, boolean possibleOwner) {
        if (frame.flags != 0) {
            add(frame.position, "meaningless flags", "flags", frame.flags);
        }
        if (!possibleOwner) {
            int max = LogLayout.MAX_PUBLISHERS - 1;
            add(frame.position, "no such publisher", "owner", frame.owner, "max", max);
        }
        long stored = snapshot.isExclusive() ? snapshot.storedTail() : meta.tailAcquire();
        boolean wholly = snapshot.isExclusive() && frame.position >= stored;
        if (frame.end > stored && !wholly) {
            String text = "the tail is inside a frame";
            add(frame.position, text, "length", frame.length, "end", frame.end, "tail", stored);
        }
    }

    private void checkLength(Frame frame) {
        if (frame.length > longestFrame) {
            add(frame.position, "longer than the longest frame", "length", frame.length, "max", longestFrame);
        }
    }

    /** Padding by the driver may cover the position where a subscriber joined; a message never does. */
    private void checkInside(Frame frame) {
        for (Subscriber subscriber : snapshot.subscribers()) {
            long position = subscriber.position();
            if (position > frame.position && position < frame.end) {
                String text = "subscriber " + subscriber.slot() + " inside a frame";
                add(position, text, "position", position, "frame", frame.position, "end", frame.end);
            }
        }
    }

    /**
     * Checks whether the memory is zero where readers will read the next header.
     *
     * <p>In a concurrent log that is all memory that publishers have not claimed yet, up to the end of what the cleaner
     * has cleaned. In a living log publishers write at the same time; but they claim before they write, so bytes that
     * are still past a tail loaded after them were not written by a publisher. In an exclusive log it is one word,
     * because the publisher itself writes the zero after each frame.
     */
    private void checkCleanMemory(LogSnapshot now) {
        long end = now.cleanPosition() + log.ringLength();
        if (now.isExclusive()) {
            checkWordBehindLastFrame(now.readableTail(), end);
        } else {
            checkAllPastTail(end);
        }
    }

    private void checkWordBehindLastFrame(long tail, long end) {
        long position = LogTail.firstFree(log, tail, end);
        if (position < end && wordAt(position) != 0) {
            LockSupport.parkNanos(PAUSE_NS); // A message may have been committed there just now.
            if (LogTail.firstFree(log, position, end) == position) {
                String value = "0x" + Long.toHexString(wordAt(position));
                String text = "neither a frame nor zero after the last frame";
                add(position, text, "offset", log.offset(position), "value", value);
            }
        }
    }

    private void checkAllPastTail(long end) {
        long words = 0;
        long first = 0;
        String value = "";
        long position = claimedEnd(end);
        while (position < end) {
            long word = wordAt(position);
            if (word == 0) {
                position += FRAME_ALIGNMENT;
                continue;
            }
            // Orders the load of the bytes before the load of the tail, which was stored before them.
            VarHandle.acquireFence();
            long claimed = claimedEnd(end);
            if (claimed > position) {
                position = claimed;
            } else {
                if (words++ == 0) {
                    first = position;
                    value = "0x" + Long.toHexString(word);
                }
                position += FRAME_ALIGNMENT;
            }
        }
        if (words > 0) {
            String text = "memory past the tail is not clean";
            add(first, text, "offset", log.offset(first), "value", value, "words", words);
        }
    }

    private long wordAt(long position) {
        return log.term(position).getLong(log.offset(position));
    }

    /** {@return the end of what publishers may have written by now; aligned} */
    private long claimedEnd(long end) {
        long claimed = log.meta().tailAcquire();
        return claimed > end ? end : Math.max(0, claimed) & -FRAME_ALIGNMENT;
    }
}
