/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.header;

import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The one handle on an exclusive log: one thread appends, with no atomic instruction. The tail is private; a frame becomes
 * visible by one release of its header word, so a dead owner's log ends at the first frame without one.
 *
 * <p>The sequence is odd from a claim to its commit or abort, so that {@link #close} by another thread can tell.
 */
public final class ExclusiveAppender extends Appender {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle CLOSED_FLAG = ConstantBootstraps.fieldVarHandle(
            LOOKUP, "closed", VarHandle.class, ExclusiveAppender.class, boolean.class);
    private static final VarHandle SEQUENCE =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "sequence", VarHandle.class, ExclusiveAppender.class, long.class);
    private static final VarHandle LIMIT =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "limit", VarHandle.class, ExclusiveAppender.class, long.class);
    private static final VarHandle TAIL =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "tail", VarHandle.class, ExclusiveAppender.class, long.class);

    private long sequence;
    private long tail;

    @SuppressWarnings("unused") // through its VarHandle
    private long limit;

    private MappedBuffer term;
    private long termEnd;
    private int claimedLength;
    private boolean held;

    @SuppressWarnings("unused") // through its VarHandle
    private boolean closed;

    public ExclusiveAppender(LogBuffers log, int slot) {
        super(log, slot);
        this.tail = meta.tailAcquire();
        this.term = log.term(tail);
        this.termEnd = tail + log.remaining(tail);
    }

    @Override
    long claim(int alignedLength) {
        if ((sequence & 1) != 0) {
            repair();
        }
        claimedLength = 0;
        SEQUENCE.setRelease(this, sequence + 1);
        // Opaque, as in ConcurrentAppender.claim: close() makes this thread pass a safepoint before it asks isQuiet().
        if ((boolean) CLOSED_FLAG.getOpaque(this)) {
            return leave(CLOSED);
        }
        long position = tail;
        if (position >= (long) LIMIT.getOpaque(this)) {
            long status = refresh(position);
            if (status < 0) {
                return leave(status);
            }
        }
        if (position + alignedLength > termEnd) {
            position = enterNextTerm(position);
        }
        claimedLength = alignedLength;
        return position;
    }

    private long enterNextTerm(long position) {
        int remaining = (int) (termEnd - position);
        if (remaining > 0) {
            claimedLength = remaining; // First, for repair(): a reader may have passed the padding before the tail has.
            term.putLongRelease(log.offset(position), header(remaining, TYPE_PAD, slot));
            TAIL.setOpaque(this, termEnd);
        }
        long next = termEnd;
        term = log.term(next);
        termEnd = next + log.termLength();
        return next;
    }

    @Override
    MappedBuffer term(long position) {
        return term;
    }

    @Override
    void commit(MappedBuffer frameTerm, int offset, int frameLength, int alignedLength) {
        // Release: pairs with the acquire in FrameReader.next. Payload before length, or a reader gets bytes not yet
        // written.
        frameTerm.putLongRelease(offset, header(frameLength, TYPE_DATA, slot));
        advance(alignedLength);
    }

    @Override
    void abort(MappedBuffer frameTerm, int offset, int alignedLength) {
        frameTerm.putLongRelease(offset, header(alignedLength, TYPE_PAD, slot));
        advance(alignedLength);
    }

    private void advance(int alignedLength) {
        TAIL.setOpaque(this, tail + alignedLength);
        SEQUENCE.setRelease(this, sequence + 1);
    }

    @Override
    public long claimToHold(int alignedLength) {
        long position = claim(alignedLength);
        if (position >= 0) {
            held = true;
        }
        return position;
    }

    @Override
    public void commitHeld(long position, int frameLength) {
        held = false;
        commit(term, log.offset(position), frameLength, FrameLayout.align(frameLength));
    }

    @Override
    public void abortHeld(long position, int frameLength) {
        held = false;
        abort(term, log.offset(position), FrameLayout.align(frameLength));
    }

    private long leave(long status) {
        SEQUENCE.setRelease(this, sequence + 1);
        return status;
    }

    private long refresh(long position) {
        // Off the critical path: others see how far the log has come at least once a window.
        meta.tailRelease(position);
        if (meta.subscriberCountAcquire() == 0) {
            return NOT_CONNECTED;
        }
        // Acquire: pairs with the keeper's release of the limit behind its zeroing of the memory below it.
        long newLimit = meta.limitAcquire();
        LIMIT.setOpaque(this, newLimit);
        return position >= newLimit ? BACK_PRESSURED : 0;
    }

    /**
     * A claim is still open: handed out, which is a misuse, or interrupted by an Error. What it had written at the tail stays
     * if readers may have seen it, else it becomes padding; the tail goes behind it in both cases.
     */
    private void repair() {
        if (held) {
            throw new IllegalStateException(
                    "an exclusive publication has at most one open claim: commit or abort it first");
        }
        if (claimedLength > 0 && tail + claimedLength <= termEnd) {
            if (FrameLayout.length(log.headerAcquire(tail)) <= 0) {
                log.headerRelease(tail, header(claimedLength, TYPE_PAD, slot));
            }
            TAIL.setOpaque(this, tail + claimedLength);
        }
        SEQUENCE.setRelease(this, sequence + 1);
    }

    @Override
    public int maintain() {
        if (meta.subscriberCountAcquire() == 0) {
            LIMIT.setOpaque(this, 0L); // The next offer takes the slow path and finds out.
        }
        return 0;
    }

    @Override
    public void close() {
        CLOSED_FLAG.setVolatile(this, true);
    }

    @Override
    public boolean isQuiet() {
        return ((long) SEQUENCE.getAcquire(this) & 1) == 0;
    }

    @Override
    public long position() {
        return (long) TAIL.getOpaque(this);
    }

    /** Stores the final tail for all to see, once {@link #isQuiet} holds after {@link #close}. */
    public void publishFinalTail() {
        meta.tailRelease((long) TAIL.getOpaque(this));
    }
}
