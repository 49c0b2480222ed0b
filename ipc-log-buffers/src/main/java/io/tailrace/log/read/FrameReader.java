/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.TermMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Reads the committed messages of a log in place, from a position on: for a gating subscriber, or for a driver or tool
 * that knows that no publisher writes there ({@link OverrunReader} does not know). Used by one thread; it writes
 * nothing to the log.
 *
 * <pre>
 *   for (long header = reader.next(); header != 0; header = reader.next()) {
 *       … reader.buffer(), reader.payloadOffset(), FrameLayout.length(header) - HEADER_LENGTH …
 *       reader.consume(header);
 *   }
 * </pre>
 */
public final class FrameReader extends Padded implements MessageReader {
    private static final VarHandle TERM = Handles.field(MethodHandles.lookup(), "term", TermMemory.class);
    /** The maximum number of frames in one walk: about a millisecond. */
    private static final int MAX_WALKED = 64 * 1024;

    private long position;
    /** The end of the memory cleaned since the last lap, as last read. */
    private long bound;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    final LogBuffers log;
    private final long ringLength;
    private TermMemory term;
    /** The number of messages in the run that was measured last. */
    private int runMessages;

    private boolean readsRuns;

    public FrameReader(LogBuffers log, long position) {
        this.log = log;
        this.ringLength = log.ringLength();
        this.position = position;
        this.term = log.memory(position);
    }

    /** Moves to another frame boundary. */
    public void seek(long newPosition) {
        position = newPosition;
        term = log.memory(newPosition);
    }

    /** {@return the position of the next frame} */
    public long position() {
        return position;
    }

    /**
     * {@return the word at the position; if its length is not positive, no message is there} Any thread; if another one
     * reads meanwhile, the result may be outdated, or a word that was never a header.
     */
    public long glance() {
        // Opaque: nothing prevents a call after release(). Whichever memory it finds, the access is inside.
        TermMemory current = (TermMemory) TERM.getOpaque(this);
        return current.headerAcquire(position);
    }

    /**
     * {@return whether a word is the header of the message at the position} For the thread that found it by {@link
     * #glance}, was the last one to read before, and is the only reader now.
     */
    public boolean isMessage(long word) {
        // Without a branch: it would be taken once a lap, and HotSpot's C2, which leaves out what it has not seen yet,
        // would have to compile the poll again in the middle of a stream.
        long known = word & (position - bound) >> (Long.SIZE - 1);
        return isMessage(known, term.remaining(position));
    }

    private static boolean isMessage(long word, int longest) {
        int length = FrameLayout.length(word);
        return length >= HEADER_LENGTH && length <= longest && FrameLayout.type(word) == TYPE_DATA;
    }

    /** Releases the memory: there are no more reads, and a thread that glances finds no message. */
    public void release() {
        TERM.setOpaque(this, TermMemory.NONE); // As in glance.
    }

    @Override
    public long next() {
        int longest = term.remaining(position); // Read first: after the read of the header it would be loaded again.
        long header = peek();
        return isMessage(header, longest) ? header : nextAfterPadding(header);
    }

    private long nextAfterPadding(long first) {
        long header = first;
        while (FrameLayout.length(header) > 0) {
            check(header);
            if (FrameLayout.type(header) == TYPE_DATA) {
                return header;
            }
            consume(header);
            header = peek();
        }
        return 0;
    }

    /**
     * {@return the header word at the position; 0 if the memory is not cleaned yet, because bytes of the last lap can
     * look like a header}
     */
    long peek() {
        // Acquire: pairs with the release in commit; the payload is read after the length that makes it valid.
        return position < bound || findBound(position) ? term.headerAcquire(position) : 0;
    }

    private boolean findBound(long at) {
        // Acquire: pairs with the cleaner's release of cleanPosition after its zeroing.
        bound = log.meta().cleanPositionAcquire() + ringLength;
        return at < bound;
    }

    /** Checks that a header with a positive length belongs to a frame. */
    void check(long header) {
        if (!FrameLayout.isFrame(header, term.remaining(position))) {
            throw corrupt(header);
        }
    }

    /** Switches to reading runs: {@link #isNext} stops before padding, which is part of a run. */
    public void readRuns() {
        readsRuns = true;
    }

    /** {@return whether there is a message; or a frame, if runs are read} Otherwise it passes padding. */
    @Override
    public boolean isNext() {
        return readsRuns ? FrameLayout.length(peek()) > 0 : next() != 0;
    }

    /**
     * Measures the run of whole committed frames, including padding, that begins at the position. It steps over
     * nothing.
     *
     * @param maxLength of the run, which ends with its term at the latest; a longer first frame is a run by itself
     * @return its length in bytes; 0 if no frame is committed there
     * @throws CorruptLogException if the bytes at the position are not a frame; a run ends before such bytes
     */
    public int measureRun(int maxLength) {
        int longest = Math.min(Math.max(maxLength, FRAME_ALIGNMENT), term.remaining(position));
        long end = position + (longest & -FRAME_ALIGNMENT);
        long at = position;
        int messages = 0;
        while (at < end && (at < bound || findBound(at))) {
            // Acquire: as in peek.
            long header = term.headerAcquire(at);
            int length = FrameLayout.length(header);
            if (length <= 0) {
                break;
            }
            if (at == position) {
                check(header);
            } else if (!FrameLayout.isFrame(header, end - at)) {
                break;
            }
            at += FrameLayout.align(length);
            messages += FrameLayout.type(header) == TYPE_DATA ? 1 : 0;
        }
        runMessages = messages;
        return (int) (at - position);
    }

    /** {@return the messages in the run that was measured last} */
    public int runMessages() {
        return runMessages;
    }

    /** {@return the term that holds the frame at {@link #position}} */
    @Override
    public MappedBuffer buffer() {
        return term.buffer();
    }

    @Override
    public int payloadOffset() {
        return term.offset(position) + HEADER_LENGTH;
    }

    /** Steps over the frame that {@link #next} returned. */
    public void consume(long header) {
        position += FrameLayout.align(FrameLayout.length(header));
        if (term.offset(position) == 0) {
            term = log.memory(position);
        }
    }

    /**
     * Passes committed frames and padding, a bounded number.
     *
     * @param enough it stops at the first boundary from here on
     * @param end no frame after it is passed
     * @return the boundary at which it stops; {@code from} if it meets bytes that are not a frame, which the reader
     *     will report
     */
    public long walk(long from, long enough, long end) {
        seek(from);
        try {
            for (int frames = 0; frames < MAX_WALKED && position < enough; frames++) {
                long header = peek();
                int length = FrameLayout.length(header);
                if (length <= 0 || position + FrameLayout.align(length) > end) {
                    break;
                }
                check(header);
                consume(header);
            }
        } catch (CorruptLogException e) {
            return from;
        }
        return position;
    }

    CorruptLogException corrupt(long header) {
        return new CorruptLogException("no frame: stream=" + log.constants().stream() + ", log="
                + log.constants().logId() + ", position=" + position + ", offset=" + term.offset(position) + ", length="
                + FrameLayout.length(header) + ", type=" + FrameLayout.type(header));
    }
}
