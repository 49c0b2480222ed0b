/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.align;
import static io.tailrace.log.FrameLayout.header;

import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;

/**
 * The one handle on an exclusive log: one thread appends, with no atomic instruction. The tail is private; a frame becomes
 * visible by one release of its header word, so a dead owner's log ends at the first frame without one.
 *
 * <p>It needs no cleaned memory: before a frame is committed the word behind it, where the next header will be, is zero.
 * Whoever has read a frame finds behind it that zero or the next frame, never the last lap's bytes. So the driver zeroes no
 * exclusive log, which would cost it a fifth of a core at a gigabyte a second. Short frames have their zeros stored many at
 * a time, which also fetches the cache lines early.
 *
 * <p>The tail is odd from a claim to its commit or abort, so that {@link #close} by another thread can tell. Every store
 * counts here: while a line is fetched from a reader's cache, each store behind it takes one of the some hundred places in
 * the processor's queue.
 */
public final class ExclusiveAppender extends Appender {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle CLOSED_FLAG = ConstantBootstraps.fieldVarHandle(
            LOOKUP, "closed", VarHandle.class, ExclusiveAppender.class, boolean.class);
    private static final VarHandle FREE_END =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "freeEnd", VarHandle.class, ExclusiveAppender.class, long.class);
    private static final VarHandle TAIL =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "tail", VarHandle.class, ExclusiveAppender.class, long.class);

    /** Set in the tail while the thread is inside a claim. */
    private static final long INSIDE = 1;
    /** So many zeros at once behind a frame that is no longer than a quarter of them. */
    private static final int ZEROS_LENGTH = 1024;

    private long tail;
    /** A frame that ends here or before needs nothing but its place: the least of what follows. 0: look at it all again. */
    @SuppressWarnings("unused") // through its VarHandle
    private long freeEnd;

    /** From the open claim's end up to here, all is zero. */
    private long zeroEnd;

    private long termEnd;
    private long limit;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private MappedBuffer term;
    private boolean held;

    @SuppressWarnings("unused") // through its VarHandle
    private boolean closed;

    public ExclusiveAppender(LogBuffers log, int slot) {
        super(log, slot);
        this.tail = meta.tailAcquire();
        this.term = log.term(tail);
        this.termEnd = tail + log.remaining(tail);
        this.zeroEnd = tail;
    }

    @Override
    public long offer(DirectBuffer source, int offset, int length) {
        checkMessageLength(length);
        source.boundsCheck(offset, length);
        int frameLength = HEADER_LENGTH + length;
        int alignedLength = align(frameLength);
        long position = claim(alignedLength);
        if (position < 0) {
            return position;
        }
        try {
            int frameOffset = log.offset(position);
            term.putBytes(frameOffset + HEADER_LENGTH, source, offset, length);
            commit(frameOffset, frameLength, alignedLength);
        } catch (Throwable t) {
            settle(position, alignedLength); // If that fails, too, the next claim does it.
            throw t;
        }
        return position + alignedLength;
    }

    @Override
    public long offer(
            DirectBuffer first,
            int firstOffset,
            int firstLength,
            DirectBuffer second,
            int secondOffset,
            int secondLength) {
        int length = checkParts(first, firstOffset, firstLength, second, secondOffset, secondLength);
        int frameLength = HEADER_LENGTH + length;
        int alignedLength = align(frameLength);
        long position = claim(alignedLength);
        if (position < 0) {
            return position;
        }
        try {
            int frameOffset = log.offset(position);
            int payload = frameOffset + HEADER_LENGTH;
            term.putBytes(payload, first, firstOffset, firstLength);
            term.putBytes(payload + firstLength, second, secondOffset, secondLength);
            commit(frameOffset, frameLength, alignedLength);
        } catch (Throwable t) {
            settle(position, alignedLength); // If that fails, too, the next claim does it.
            throw t;
        }
        return position + alignedLength;
    }

    @Override
    public long offer(BufferVector... parts) {
        int frameLength = HEADER_LENGTH + checkParts(parts);
        int alignedLength = align(frameLength);
        long position = claim(alignedLength);
        if (position < 0) {
            return position;
        }
        try {
            int frameOffset = log.offset(position);
            writeParts(term, frameOffset + HEADER_LENGTH, parts);
            commit(frameOffset, frameLength, alignedLength);
        } catch (Throwable t) {
            settle(position, alignedLength); // If that fails, too, the next claim does it.
            throw t;
        }
        return position + alignedLength;
    }

    @Override
    public long offerBatch(BufferVector[] messages, int count) {
        int alignedLength = checkBatchLength(messages, count);
        int firstLength = HEADER_LENGTH + messages[0].length();
        long position = claim(alignedLength);
        if (position < 0) {
            return position;
        }
        try {
            int frameOffset = log.offset(position);
            writeBatch(term, frameOffset, messages, count);
            commit(frameOffset, firstLength, alignedLength);
        } catch (Throwable t) {
            settle(position, alignedLength); // If that fails, too, the next claim does it.
            throw t;
        }
        return position + alignedLength;
    }

    long claim(int alignedLength) {
        long position = tail;
        if ((position & INSIDE) != 0) {
            position = repair();
        }
        TAIL.setRelease(this, position | INSIDE);
        // Opaque, as in ConcurrentAppender.claim: close() makes this thread pass a safepoint before it asks isQuiet().
        if ((boolean) CLOSED_FLAG.getOpaque(this)) {
            TAIL.setRelease(this, position);
            return CLOSED;
        }
        if (position + alignedLength > (long) FREE_END.getOpaque(this)) {
            position = makeRoom(position, alignedLength);
        }
        FaultPoint.reach("exclusive.claimed");
        return position;
    }

    /** The slow path, once in some claims: the limit, the term's end, or the end of the zeros is reached. */
    private long makeRoom(long position, int alignedLength) {
        if (position >= limit || (long) FREE_END.getOpaque(this) == 0) {
            long status = lookAtLimit(position);
            if (status < 0) {
                TAIL.setRelease(this, position);
                return status;
            }
        }
        long start = position + alignedLength > termEnd ? enterNextTerm(position) : position;
        long end = start + alignedLength;
        if (end >= zeroEnd) {
            zeroBehind(end, alignedLength);
            FaultPoint.reach("exclusive.zeroed");
        }
        FREE_END.setOpaque(this, Math.min(limit, Math.min(termEnd, zeroEnd - Long.BYTES)));
        return start;
    }

    private long enterNextTerm(long position) {
        long next = termEnd;
        int remaining = (int) (next - position);
        if (remaining > 0) {
            if (next >= zeroEnd) {
                zeroBehind(next, remaining);
            }
            FaultPoint.reach("exclusive.crossing");
            term.putLongRelease(log.offset(position), header(remaining, TYPE_PAD, slot));
            FaultPoint.reach("exclusive.padded");
            TAIL.setRelease(this, next | INSIDE);
        }
        term = log.term(next);
        termEnd = next + log.termLength();
        return next;
    }

    /**
     * Stores zeros behind a frame that is not committed yet, plain: the release of its header makes them visible with it.
     * What they overwrite has been read and is nobody's: the reserve behind the limit is longer than all of this.
     */
    private void zeroBehind(long end, int frameLength) {
        int length = frameLength <= ZEROS_LENGTH / 4 ? Math.min(ZEROS_LENGTH, log.remaining(end)) : Long.BYTES;
        log.term(end).zero(log.offset(end), length);
        zeroEnd = end + length;
    }

    void commit(int offset, int frameLength, int alignedLength) {
        FaultPoint.reach("exclusive.copied");
        // Release: pairs with the acquire in FrameReader.next. Payload before length, or a reader gets bytes not yet
        // written.
        term.putLongRelease(offset, header(frameLength, TYPE_DATA, slot));
        FaultPoint.reach("exclusive.released");
        advance(alignedLength);
    }

    private void settle(long position, int alignedLength) {
        if (FrameLayout.length(log.headerAcquire(position)) <= 0) {
            abort(log.offset(position), alignedLength);
        } else if ((tail & INSIDE) != 0) {
            goBehindWhatIsCommitted();
        }
    }

    private void abort(int offset, int alignedLength) {
        term.putLongRelease(offset, header(alignedLength, TYPE_PAD, slot));
        FaultPoint.reach("exclusive.aborted");
        advance(alignedLength);
    }

    private void advance(int alignedLength) {
        TAIL.setRelease(this, tail - INSIDE + alignedLength);
    }

    @Override
    public long claimToHold(int alignedLength) {
        long position = claim(alignedLength);
        if (position >= 0) {
            FaultPoint.reach("exclusive.held");
            held = true; // No call behind it: what an Error kept from the caller nobody could abort.
        }
        return position;
    }

    @Override
    public void commitHeld(long position, int frameLength) {
        commit(log.offset(position), frameLength, align(frameLength));
        held = false;
    }

    @Override
    public void abortHeld(long position, int frameLength) {
        settle(position, align(frameLength));
        held = false;
    }

    /** Inside, like a claim: once this handle is quiet, its files may be let go. */
    private long lookAtLimit(long position) {
        // Off the critical path: others see how far the log has come at least once a window.
        meta.tailRelease(position);
        if (meta.subscriberCountAcquire() == 0) {
            return NOT_CONNECTED;
        }
        limit = publisherLimit.find(position);
        return position >= limit ? BACK_PRESSURED : 0;
    }

    /** A claim is still open: handed out, which is a misuse, or interrupted by an Error. */
    private long repair() {
        if (held) {
            throw new IllegalStateException(
                    "an exclusive publication has at most one open claim: commit or abort it first");
        }
        goBehindWhatIsCommitted();
        return tail;
    }

    /** If the open claim was committed, the tail goes behind it; if not, nobody has seen it. */
    private void goBehindWhatIsCommitted() {
        long position = tail - INSIDE;
        int length;
        while ((length = FrameLayout.length(log.headerAcquire(position))) > 0) { // Several, if it was a batch.
            position += align(length);
        }
        zeroEnd = position; // What was written of it is not zero.
        freeEnd = position;
        term = log.term(position);
        termEnd = position + log.remaining(position);
        TAIL.setRelease(this, position);
    }

    @Override
    public int maintain() {
        if (meta.subscriberCountAcquire() == 0) {
            FREE_END.setOpaque(this, 0L); // The next offer takes the slow path and finds out.
        }
        return 0;
    }

    @Override
    public void close() {
        CLOSED_FLAG.setVolatile(this, true);
    }

    @Override
    public boolean isQuiet() {
        return ((long) TAIL.getAcquire(this) & INSIDE) == 0;
    }

    @Override
    public long position() {
        return (long) TAIL.getOpaque(this) & -FrameLayout.FRAME_ALIGNMENT;
    }

    /** Stores the final tail for all to see, once {@link #isQuiet} holds after {@link #close}. */
    public void publishFinalTail() {
        meta.tailRelease(position());
    }
}
