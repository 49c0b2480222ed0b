/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogTail;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.dump.Frame.Kind;
import java.lang.invoke.VarHandle;

/**
 * Walks the frames of a log, whatever its bytes are: committed or not, still being written, or no frames at all. It
 * trusts nothing in the terms: each step goes forward by at least 8 bytes and stays within its term, so it ends. One
 * thread.
 *
 * <p>A living log changes meanwhile. What was committed stays as it is until the cleaner has announced that it goes
 * further. So after reading a frame the walk looks at the announced target, as a subscriber that does not gate does.
 * Where the target is past the frame, what was read may be zeros, and the walk goes on at the target. Where the target
 * is past all that was to be read, the walk takes a new end, a few times: a log may move faster than code that is not
 * compiled yet.
 *
 * <p>Where it finds no frame it goes on where {@link Resynchronizer} finds the next one, at the latest at the next
 * place that is known to begin one: the start of the next term, for frames do not cross it, or the tail.
 */
final class FrameWalker {
    /** Told what the cleaner took away before it was read. */
    interface OverrunHandler {
        /** The bytes from one position to another were not read; both begin a frame. */
        void onOverrun(long from, long to);
    }

    /** Sums up what the cleaner took away before it was read. One thread. */
    static final class Overruns implements OverrunHandler {
        private long first;
        private long last;
        private long bytes;

        @Override
        public void onOverrun(long from, long to) {
            first = bytes == 0 ? from : first;
            last = to;
            bytes += to - from;
        }

        boolean isEmpty() {
            return bytes == 0;
        }

        /** Reports them, if there are any, and begins anew. */
        void reportTo(Report report) {
            if (bytes > 0) {
                report.tell(
                        "skipped",
                        bytes + " bytes skipped, cleaned before they were read: from=" + first + ", to=" + last,
                        "from",
                        first,
                        "to",
                        last,
                        "bytes",
                        bytes);
                bytes = 0;
            }
        }
    }

    private static final int MAX_NEW_ENDS = 16;

    private final LogBuffers log;
    private final LogMeta meta;
    private final boolean exclusive;
    private final int payloadLimit;
    private final OverrunHandler overrunHandler;
    /** Whether a place where nothing is committed yet ends the walk: to go on there later. */
    private boolean committedOnly;

    private Frame frame = new Frame();
    private long position;
    private long end;
    private int newEnds = MAX_NEW_ENDS;
    private boolean ended;

    /**
     * Walks from a position to another, both aligned and within the memory that is clean or written.
     *
     * @param payloadLimit how many bytes of each payload are copied
     */
    FrameWalker(LogBuffers log, long start, long end, int payloadLimit, OverrunHandler overrunHandler) {
        this.log = log;
        this.meta = log.meta();
        this.exclusive = log.constants().kind() == LogLayout.KIND_EXCLUSIVE;
        this.position = start;
        this.end = end;
        this.payloadLimit = Math.min(payloadLimit, LogLayout.maxMessageLength(log.termLength()));
        this.overrunHandler = overrunHandler;
    }

    /** Lets it end where it was told to, whatever the cleaner does. */
    FrameWalker withFixedEnd() {
        newEnds = 0;
        return this;
    }

    /** Lets it end at the first place that is not committed, too, or where it was told to. */
    FrameWalker overCommitted() {
        committedOnly = true;
        return withFixedEnd();
    }

    /** {@return what the last {@link #next} found; the next one overwrites it} */
    Frame frame() {
        return frame;
    }

    /** {@return what the last {@link #next} found, to keep} */
    Frame takeFrame() {
        Frame taken = frame;
        frame = new Frame();
        return taken;
    }

    /** Lets a frame be overwritten that was taken and is not needed any more. */
    void reuse(Frame taken) {
        frame = taken;
    }

    /** {@return where the next step begins} */
    long position() {
        return position;
    }

    /** {@return where the walk ends} */
    long end() {
        return end;
    }

    /**
     * Goes to the next frame.
     *
     * @return whether there is one
     */
    boolean next() {
        while (position < end) {
            read();
            // The loads of the frame before the load of the target: a frame below it may have been zeroed meanwhile.
            VarHandle.acquireFence();
            long target = meta.cleaningTargetAcquire();
            if (target > position) {
                overrun(target);
            } else if (ended) {
                return false;
            } else {
                position = frame.end;
                return true;
            }
        }
        return false;
    }

    /** Goes to the next frame that is selected; returns whether there is one. */
    boolean next(Selection selection) {
        while (next() && selection.beginsInTime(frame)) {
            if (selection.contains(frame)) {
                return true;
            }
        }
        return false;
    }

    private void overrun(long target) {
        long from = position;
        if (target >= end && newEnds > 0) {
            newEnds--;
            end = Math.max(end, readableTail(target));
        }
        position = target >= end ? end : (target + (FRAME_ALIGNMENT - 1)) & -FRAME_ALIGNMENT;
        overrunHandler.onOverrun(from, position);
    }

    /** {@return up to where frames can be read now; 0 if what the cleaner says is impossible} */
    private long readableTail(long target) {
        long clean = meta.cleanPositionAcquire();
        if (!LogSnapshot.arePossible(clean, target, log.ringLength())) {
            return 0;
        }
        long readableEnd = clean + log.ringLength();
        return Math.min(LogTail.find(log, target, readableEnd), readableEnd) & -FRAME_ALIGNMENT;
    }

    private void read() {
        // Acquire: pairs with the release in commit; the payload is read after the length that vouches for it.
        long header = log.headerAcquire(position);
        ended = committedOnly && FrameLayout.length(header) <= 0;
        if (ended) {
            return;
        }
        if (FrameLayout.length(header) == 0 && !exclusive) {
            long gapEnd = gapEnd(log, position, Math.min(end, termEnd()));
            if (gapEnd > position) {
                frame.start(position, gapEnd, Kind.CLAIMED, gapEnd - position);
                return;
            }
            header = log.headerAcquire(position);
        }
        int length = FrameLayout.length(header);
        if (length > 0) {
            readCommitted(header, length);
        } else if (length < 0) {
            readClaimed(header, -(long) length);
        } else {
            readNoFrame(header, "no frame below the tail");
        }
    }

    /**
     * {@return the end of a gap, at most {@code limit}; {@code start} if there is a header now} All three are in one
     * term. A gap is space below the tail of a concurrent log that has no header yet: its claimer is between the tail
     * and the header, has a debt there, or is dead. It is zero up to the next header, so the first word that is not
     * zero ends it.
     */
    static long gapEnd(LogBuffers log, long start, long limit) {
        long gapEnd = firstWord(log, start, limit);
        while (true) {
            // That word may be payload, of a claim in the gap whose header came after we looked there. Headers are
            // stored before payloads, so looking once more from the start finds it.
            long again = firstWord(log, start, gapEnd);
            if (again == gapEnd) {
                return gapEnd;
            }
            gapEnd = again;
        }
    }

    private static long firstWord(LogBuffers log, long start, long limit) {
        long word = start;
        while (word < limit && log.headerAcquire(word) == 0) {
            word += FRAME_ALIGNMENT;
        }
        return word;
    }

    private void readCommitted(long header, int length) {
        if (length < HEADER_LENGTH) {
            readNoFrame(header, "frame shorter than its header: length=" + length + ", min=" + HEADER_LENGTH);
            return;
        }
        if (length > log.remaining(position)) {
            readNoFrame(
                    header,
                    "frame crosses the end of its term: length=" + length + ", remaining=" + log.remaining(position));
            return;
        }
        int type = FrameLayout.type(header);
        Kind kind = type == TYPE_DATA ? Kind.DATA : type == TYPE_PAD ? Kind.PAD : Kind.UNKNOWN;
        frame.start(position, position + FrameLayout.align(length), kind, length);
        frame.fields(header);
        if (kind == Kind.UNKNOWN) {
            frame.problem = "unknown type: type=" + type + ", length=" + length;
        }
        if (kind != Kind.PAD) {
            readPayload(length);
        }
    }

    private void readPayload(int length) {
        MappedBuffer term = log.term(position);
        int offset = log.offset(position);
        frame.payloadCopied = Math.min(length - HEADER_LENGTH, payloadLimit);
        term.getBytes(offset + HEADER_LENGTH, frame.payload(frame.payloadCopied), 0, frame.payloadCopied);
        for (int i = length; i < FrameLayout.align(length); i++) {
            frame.alignmentDirty |= term.getByte(offset + i) != 0;
        }
    }

    private void readClaimed(long header, long length) {
        if (length < HEADER_LENGTH || length % FRAME_ALIGNMENT != 0 || length > log.remaining(position)) {
            readNoFrame(
                    header,
                    "claim of an impossible length: length=" + length + ", remaining=" + log.remaining(position));
            return;
        }
        frame.start(position, position + length, Kind.CLAIMED, length);
        frame.fields(header);
        if (frame.type != TYPE_DATA) {
            frame.problem = "claim of an unknown type: type=" + frame.type + ", length=" + length;
        }
    }

    private void readNoFrame(long header, String problem) {
        frame.start(position, nextFrame(), Kind.CORRUPT, FrameLayout.length(header));
        frame.fields(header);
        frame.problem = problem;
    }

    /** In an exclusive log only below the stored tail: behind it lies what earlier laps have left, frames, too. */
    private long nextFrame() {
        long boundary = Math.min(termEnd(), end);
        long storedTail = meta.tailAcquire();
        boolean closer = storedTail > position && storedTail < boundary && storedTail % FRAME_ALIGNMENT == 0;
        boundary = exclusive && closer ? storedTail : boundary;
        boolean known = !exclusive || boundary <= storedTail;
        return known ? Resynchronizer.find(log, position + FRAME_ALIGNMENT, boundary) : boundary;
    }

    private long termEnd() {
        return position + log.remaining(position);
    }
}
