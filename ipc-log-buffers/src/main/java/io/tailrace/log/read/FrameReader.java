/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Reads messages where they stand: as a subscriber that gates, or a driver or tool that knows that nobody writes there.
 */
public final class FrameReader extends Padded implements MessageReader {
    private static final VarHandle TERM = Handles.field(MethodHandles.lookup(), "term", MappedBuffer.class);
    private static final MappedBuffer NO_FRAMES = MappedBuffer.allocate(Long.BYTES);
    /** Of one walk: about a millisecond. */
    private static final int MAX_WALKED = 64 * 1024;

    private long position;
    /** Up to where the memory was cleaned since the last lap, when last looked at. */
    private long bound;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final LogBuffers log;
    private final int termLength;
    private final long ringLength;
    private int offsetMask;
    private MappedBuffer term;

    public FrameReader(LogBuffers log, long position) {
        this.log = log;
        this.termLength = log.termLength();
        this.ringLength = log.ringLength();
        this.offsetMask = termLength - 1;
        this.position = position;
        this.term = log.term(position);
    }

    @Override
    public void seek(long newPosition) {
        position = newPosition;
        term = log.term(newPosition);
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public boolean seemsEmpty() {
        // Acquire: pairs with the release in release(). An offset of the old memory may lie past its end.
        MappedBuffer current = (MappedBuffer) TERM.getAcquire(this);
        return FrameLayout.length(current.getLongAcquire(offset())) <= 0;
    }

    @Override
    public void release() {
        offsetMask = 0;
        TERM.setRelease(this, NO_FRAMES); // Release: pairs with the acquire in seemsEmpty, which nothing keeps out.
    }

    @Override
    public long next() {
        while (true) {
            long header = peek();
            if (FrameLayout.length(header) <= 0) {
                return 0;
            }
            check(header);
            if (FrameLayout.type(header) == TYPE_DATA) {
                return header;
            }
            consume(header);
        }
    }

    /**
     * {@return the header word at the position; 0 where the memory is not cleaned yet, for the last lap's bytes can
     * look like a header}
     */
    long peek() {
        // Acquire: pairs with the release in commit; the payload is read after the length that vouches for it.
        return position < bound || findBound() ? term.getLongAcquire(offset()) : 0;
    }

    private boolean findBound() {
        // Acquire: pairs with the cleaner's release of cleanPosition after its zeroing.
        bound = log.meta().cleanPositionAcquire() + ringLength;
        return position < bound;
    }

    private int offset() {
        return (int) position & offsetMask;
    }

    /** Checks that a header of positive length is that of a frame. */
    void check(long header) {
        int length = FrameLayout.length(header);
        int type = FrameLayout.type(header);
        if (length < HEADER_LENGTH || length > termLength - offset() || (type != TYPE_DATA && type != TYPE_PAD)) {
            throw corrupt(header);
        }
    }

    /** {@return the term that holds the frame at {@link #position}} */
    @Override
    public MappedBuffer buffer() {
        return term;
    }

    @Override
    public int payloadOffset() {
        return offset() + HEADER_LENGTH;
    }

    @Override
    public void consume(long header) {
        position += FrameLayout.align(FrameLayout.length(header));
        if (offset() == 0) {
            term = log.term(position);
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
                + log.constants().logId() + ", position=" + position + ", offset=" + offset() + ", length="
                + FrameLayout.length(header) + ", type=" + FrameLayout.type(header));
    }
}
