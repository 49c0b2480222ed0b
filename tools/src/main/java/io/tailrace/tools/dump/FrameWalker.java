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
import org.agrona.collections.LongLongConsumer;

/**
 * Walks the frames of a log, whatever its bytes are: committed or not, still being written, or not frames at all. It
 * trusts nothing in the terms: each step advances by at least 8 bytes and stays within its term, so the walk ends. One
 * thread.
 *
 * <p>A living log changes during the walk. A committed frame stays as it is until the cleaner has announced a target
 * past it. So after reading a frame the walk reads the announced target, like a subscriber that does not gate. If the
 * target is past the frame, the bytes read may be zeros, and the walk continues at the target. If the target is past
 * the end of the walk, the walk takes a new end, a few times: a log may move faster than code that is not compiled yet.
 *
 * <p>Where there is no frame, the walk resumes at the next one that {@link Resynchronizer} finds, at the latest at the
 * next position where a frame is known to begin: the start of the next term, because frames do not cross it, or the
 * tail.
 */
final class FrameWalker {
    /** Sums up the ranges that the cleaner removed before they were read. One thread. */
    static final class Overruns implements LongLongConsumer {
        private long first;
        private long last;
        private long bytes;

        @Override
        public void accept(long from, long to) {
            first = bytes == 0 ? from : first;
            last = to;
            bytes += to - from;
        }

        boolean isEmpty() {
            return bytes == 0;
        }

        /** Reports the ranges, if there are any, and starts again. */
        void reportTo(Report report) {
            if (bytes > 0) {
                String text = bytes + " bytes skipped, cleaned before they were read: from=" + first + ", to=" + last;
                report.tell("skipped", text, "from", first, "to", last, "bytes", bytes);
                bytes = 0;
            }
        }
    }

    private static final int MAX_NEW_ENDS = 16;

    private final LogBuffers log;
    private final LogMeta meta;
    private final boolean exclusive;
    private final int payloadLimit;
    private final LongLongConsumer overruns;
    /** Whether the walk ends at the first uncommitted position, to resume there later. */
    private boolean committedOnly;

    private Frame frame = new Frame(0, 0, Kind.CORRUPT, 0);
    private long position;
    private long end;
    private int newEnds = MAX_NEW_ENDS;
    private boolean ended;

    /**
     * Walks from one position to another, both aligned and within memory that is clean or written.
     *
     * @param payloadLimit how many bytes of each payload to copy
     * @param overruns gets each range, from one position to another, that the cleaner removed before it was read; a
     *     frame begins at either position
     */
    FrameWalker(LogBuffers log, long start, long end, int payloadLimit, LongLongConsumer overruns) {
        this.log = log;
        this.meta = log.meta();
        this.exclusive = log.constants().kind() == LogLayout.KIND_EXCLUSIVE;
        this.position = start;
        this.end = end;
        this.payloadLimit = Math.min(payloadLimit, LogLayout.maxMessageLength(log.termLength()));
        this.overruns = overruns;
    }

    /** Keeps the given end, even if the cleaner passes it. */
    FrameWalker withFixedEnd() {
        newEnds = 0;
        return this;
    }

    /** Also ends the walk at the first uncommitted position. */
    FrameWalker overCommitted() {
        committedOnly = true;
        return withFixedEnd();
    }

    /** {@return the frame that the last {@link #next} found} */
    Frame frame() {
        return frame;
    }

    /** {@return the position of the next step} */
    long position() {
        return position;
    }

    /**
     * Advances to the next frame.
     *
     * @return whether there is one
     */
    boolean next() {
        while (position < end) {
            read();
            // Orders the loads of the frame before the load of the target: a frame below the target may have been
            // zeroed meanwhile.
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

    /** Advances to the next selected frame; returns whether there is one. */
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
        overruns.accept(from, position);
    }

    /** {@return the end of what can be read now; 0 if the cleaner's positions are impossible} */
    private long readableTail(long target) {
        long clean = meta.cleanPositionAcquire();
        if (!LogSnapshot.arePossible(clean, target, log.ringLength())) {
            return 0;
        }
        long readableEnd = clean + log.ringLength();
        return Math.min(LogTail.find(log, target, readableEnd), readableEnd) & -FRAME_ALIGNMENT;
    }

    private void read() {
        // Acquire: pairs with the release in commit, so that the payload is read after the length that covers it.
        long header = log.headerAcquire(position);
        ended = committedOnly && FrameLayout.length(header) <= 0;
        if (ended) {
            return;
        }
        if (FrameLayout.length(header) == 0 && !exclusive) {
            long gapEnd = gapEnd(log, position, Math.min(end, termEnd()));
            if (gapEnd > position) {
                frame = new Frame(position, gapEnd, Kind.CLAIMED, gapEnd - position);
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
     * {@return the end of a gap, at most {@code limit}; {@code start} if there is a header now} All three positions are
     * in one term. A gap is space below the tail of a concurrent log without a header: its claimer is between the tail
     * and the header, has a debt there, or is dead. It is zero up to the next header, so the first nonzero word ends
     * it.
     */
    static long gapEnd(LogBuffers log, long start, long limit) {
        long gapEnd = firstWord(log, start, limit);
        while (true) {
            // That word may be payload of a claim in the gap whose header was stored after its word was read here.
            // Headers are stored before payloads, so another search from the start finds that header.
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
        frame = new Frame(position, position + FrameLayout.align(length), kind, length);
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
        frame.payload = new byte[Math.min(length - HEADER_LENGTH, payloadLimit)];
        term.getBytes(offset + HEADER_LENGTH, frame.payload);
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
        frame = new Frame(position, position + length, Kind.CLAIMED, length);
        frame.fields(header);
        if (frame.type != TYPE_DATA) {
            frame.problem = "claim of an unknown type: type=" + frame.type + ", length=" + length;
        }
    }

    private void readNoFrame(long header, String problem) {
        frame = new Frame(position, nextFrame(), Kind.CORRUPT, FrameLayout.length(header));
        frame.fields(header);
        frame.problem = problem;
    }

    /**
     * In an exclusive log only the part below the stored tail is searched: after the tail are remains of earlier laps,
     * which include frames.
     */
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
