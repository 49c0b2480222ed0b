/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogTail;
import io.tailrace.tools.dump.Report.Anomalies;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether there is zero where readers will look for the next header.
 *
 * <p>In a concurrent log that is all the memory that publishers have not claimed yet, up to what the cleaner has
 * cleaned. In a living one publishers write meanwhile; they claim before they write, so bytes that are still past the
 * tail when that is read after them were not written by a publisher. The one publisher of an exclusive log brings the
 * zero behind each frame himself, so there it is one word.
 */
final class CleanMemoryCheck {
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LogBuffers log;
    private final LogSnapshot snapshot;
    private final Anomalies anomalies;
    private final long end;

    private long dirtyWords;
    private long firstDirty;
    private long firstValue;

    CleanMemoryCheck(LogBuffers log, LogSnapshot snapshot, Anomalies anomalies) {
        this.log = log;
        this.snapshot = snapshot;
        this.anomalies = anomalies;
        this.end = snapshot.cleanPosition() + log.ringLength();
    }

    void check() {
        if (snapshot.isExclusive()) {
            checkWordBehindLastFrame();
        } else {
            checkAllPastTail();
        }
    }

    private void checkWordBehindLastFrame() {
        long position = LogTail.firstFree(log, snapshot.readableTail(), end);
        if (position < end && wordAt(position) != 0) {
            LockSupport.parkNanos(PAUSE_NS); // A message may just have been committed there.
            long later = LogTail.firstFree(log, position, end);
            if (later == position) {
                anomalies.add(
                        position,
                        "neither a frame nor zero behind the last frame: offset=" + log.offset(position) + ", value=0x"
                                + Long.toHexString(wordAt(position)));
            }
        }
    }

    private void checkAllPastTail() {
        long position = claimedEnd();
        while (position < end) {
            long value = wordAt(position);
            if (value == 0) {
                position += FRAME_ALIGNMENT;
                continue;
            }
            // The load of the bytes before the load of the tail, which was stored before them.
            VarHandle.acquireFence();
            long claimed = claimedEnd();
            if (claimed > position) {
                position = claimed;
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

    private long wordAt(long position) {
        return log.term(position).getLong(log.offset(position));
    }

    /** {@return up to where publishers may have written by now; aligned} */
    private long claimedEnd() {
        long claimed = log.meta().tailAcquire();
        return claimed > end ? end : Math.max(0, claimed) & -FRAME_ALIGNMENT;
    }
}
