/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;

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
 * Walks the committed messages of a log where they stand, from a position on: as a subscriber that gates, or a driver
 * or tool that knows that nobody writes there ({@link DroppingReader} does not know). One thread; it writes nothing to
 * the log.
 *
 * <pre>
 *   for (long header = reader.next(); header != 0; header = reader.next()) {
 *       … reader.buffer(), reader.payloadOffset(), FrameLayout.length(header) - HEADER_LENGTH …
 *       reader.consume(header);
 *   }
 * </pre>
 */
public final class FrameReader extends Padded {
    private static final VarHandle TERM = Handles.field(MethodHandles.lookup(), "term", TermMemory.class);
    /** Of one walk: about a millisecond. */
    private static final int MAX_WALKED = 64 * 1024;

    private long position;
    /** Up to where the memory was cleaned since the last lap, when last looked at. */
    private long bound;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final LogBuffers log;
    private final long ringLength;
    private TermMemory term;
    /** In the run that was measured last. */
    private int runMessages;

    private boolean readsRuns;

    public FrameReader(LogBuffers log, long position) {
        this.log = log;
        this.ringLength = log.ringLength();
        this.position = position;
        this.term = log.memory(position);
    }

    /** Goes to another frame boundary. */
    public void seek(long newPosition) {
        position = newPosition;
        term = log.memory(newPosition);
    }

    /** {@return the position of the next frame} */
    public long position() {
        return position;
    }

    /**
     * {@return the word at the position; if its length is not positive no message is there} Any thread; where another
     * one reads meanwhile, the answer may be that of a moment ago, or a word that was never a header.
     */
    public long glance() {
        // Opaque: nothing keeps out a thread that looks after release(). Whichever memory it finds, it is inside.
        TermMemory current = (TermMemory) TERM.getOpaque(this);
        return current.headerAcquire(position);
    }

    /**
     * {@return whether a word is the header of the message at the position} For the thread that has found it there by
     * {@link #glance}, was the last one to read before, and is the only one now.
     */
    public boolean isMessage(long word) {
        return position < bound && isMessage(word, term.remaining(position));
    }

    private static boolean isMessage(long word, int longest) {
        int length = FrameLayout.length(word);
        return length >= HEADER_LENGTH && length <= longest && FrameLayout.type(word) == TYPE_DATA;
    }

    /** Lets go of the memory: nobody reads any more, and a thread that looks finds no message. */
    public void release() {
        TERM.setOpaque(this, TermMemory.NONE); // As in glance.
    }

    /**
     * Goes to the next committed message, over padding.
     *
     * @return the header word of a DATA frame, 0 if there is none yet
     * @throws CorruptLogException if the bytes there are no frame
     */
    public long next() {
        int longest = term.remaining(position); // First: after the look at the header it would be loaded anew.
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
     * {@return the header word at the position; 0 where the memory is not cleaned yet, for the last lap's bytes can
     * look like a header}
     */
    long peek() {
        // Acquire: pairs with the release in commit; the payload is read after the length that vouches for it.
        return position < bound || findBound() ? term.headerAcquire(position) : 0;
    }

    private boolean findBound() {
        return findBound(position);
    }

    private boolean findBound(long at) {
        // Acquire: pairs with the cleaner's release of cleanPosition after its zeroing.
        bound = log.meta().cleanPositionAcquire() + ringLength;
        return at < bound;
    }

    /** Checks that a header of positive length is that of a frame. */
    void check(long header) {
        int length = FrameLayout.length(header);
        if (length < HEADER_LENGTH || length > term.remaining(position) || !isFrame(header)) {
            throw corrupt(header);
        }
    }

    private static boolean isFrame(long header) {
        int type = FrameLayout.type(header);
        return type == TYPE_DATA || type == TYPE_PAD;
    }

    /** From now on it reads runs: {@link #isNext} stays before padding, which is part of one. */
    public void readRuns() {
        readsRuns = true;
    }

    /** {@return whether there is a message, or where runs are read a frame} Else it goes over padding. */
    public boolean isNext() {
        return readsRuns ? FrameLayout.length(peek()) > 0 : next() != 0;
    }

    /**
     * Measures the run of whole committed frames that begins at the position, paddings too. It steps over nothing.
     *
     * @param maxLength of the run, which ends with its term at the latest; a first frame that is longer is a run
     * @return its length in bytes; 0 if no frame is committed there
     * @throws CorruptLogException if the bytes at the position are no frame; a run ends before such bytes
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
            } else if (length < HEADER_LENGTH || length > end - at || !isFrame(header)) {
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
    public MappedBuffer buffer() {
        return term.buffer();
    }

    /** {@return the offset of its payload there} */
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
     * Goes over committed frames and paddings, a bounded number.
     *
     * @param enough it ends at the first boundary from here on
     * @param end no frame behind it is passed
     * @return the boundary where it ends; {@code from} where it meets what is no frame, which its reader will report
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
