/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.LogLayout.LONGEST_FRAMES_PER_TERM;

import io.tailrace.log.LogBuffers;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether the memory that publishers have not claimed yet is zero, up to what the cleaner has cleaned. What is not zero there
 * would be taken for a header by readers, once the tail is past it.
 *
 * <p>In a living log publishers write meanwhile. They claim before they write, so bytes that are still past the tail when that
 * is read after them were not written by a publisher. The one publisher of an exclusive log shows no claim: it may be writing
 * one message behind the last committed one, or may have died there.
 */
final class CleanMemoryCheck {
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LogBuffers log;
    private final boolean exclusive;
    private final Anomalies anomalies;
    private final long end;

    private long tail;
    private long dirtyWords;
    private long firstDirty;
    private long firstValue;

    CleanMemoryCheck(LogBuffers log, LogSnapshot snapshot, Anomalies anomalies) {
        this.log = log;
        this.exclusive = snapshot.isExclusive();
        this.anomalies = anomalies;
        this.end = snapshot.cleanPosition() + log.ringLength();
        this.tail = snapshot.readableTail();
    }

    void check() {
        long position = writtenEnd();
        while (position < end) {
            long value = log.term(position).getLong(log.offset(position));
            if (value == 0) {
                position += FRAME_ALIGNMENT;
                continue;
            }
            long written = writtenEndAfterRead(position);
            if (written > position) {
                position = written;
            } else {
                addDirty(position, value);
                position += FRAME_ALIGNMENT;
            }
        }
        if (dirtyWords > 0) {
            anomalies.add(
                    firstDirty,
                    "memory past the tail is not clean: offset=" + log.offset(firstDirty) + ", value=0x"
                            + Long.toHexString(firstValue) + ", words=" + dirtyWords);
        }
    }

    private void addDirty(long position, long value) {
        if (dirtyWords++ == 0) {
            firstDirty = position;
            firstValue = value;
        }
    }

    private long writtenEndAfterRead(long position) {
        // The load of the bytes before the load of the tail, which was stored before them.
        VarHandle.acquireFence();
        long written = writtenEnd();
        if (exclusive && written <= position && dirtyWords == 0) {
            // Its commits are not ordered before the payload behind them; one more look after a while settles it.
            LockSupport.parkNanos(PAUSE_NS);
            written = writtenEnd();
        }
        return written;
    }

    /** {@return up to where publishers may have written by now; aligned} */
    private long writtenEnd() {
        if (!exclusive) {
            long claimed = log.meta().tailAcquire();
            return claimed > end ? end : Math.max(0, claimed) & -FRAME_ALIGNMENT;
        }
        tail = FrameWalker.firstFree(log, tail, end);
        long longestFrame = log.termLength() / LONGEST_FRAMES_PER_TERM;
        // A message that does not fit into the term goes to the next one.
        return tail + longestFrame + (longestFrame > log.remaining(tail) ? log.remaining(tail) : 0);
    }
}
