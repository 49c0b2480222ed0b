/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.align;
import static io.tailrace.log.FrameLayout.header;

import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.Handles;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.ThreadGuard;
import io.tailrace.log.ThreadGuard.Occupancy;
import io.tailrace.log.Waker;
import io.tailrace.memory.TermMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The one handle on an exclusive log: one thread appends, with no atomic instruction. The tail is private; a frame
 * becomes visible by one release of its header word, so a dead owner's log ends at the first frame without one. A
 * failed claim is padded, or forgotten if no reader has seen it.
 *
 * <p>The tail is the word of the {@link ThreadGuard}: odd from a claim to its commit or abort, so that an offer of
 * another thread is refused meanwhile, and {@link #close} by another thread sees it. Every store counts here: while a
 * line is fetched from a reader's cache, each later store takes one of the roughly hundred entries of the processor's
 * store queue.
 */
public final class ExclusiveAppender extends Appender {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle CLOSED_FLAG = Handles.field(LOOKUP, "closed", boolean.class);
    private static final VarHandle FREE_END = Handles.field(LOOKUP, "freeEnd", long.class);
    /** Stands for a position until space is claimed. */
    private static final long NOWHERE = -1;

    /**
     * A frame that ends here or before needs no further checks: the least of the following positions. 0: check them all
     * again.
     */
    @SuppressWarnings("unused") // through its VarHandle
    private long freeEnd;

    private long termEnd;
    private long limit;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    final ThreadGuard guard;
    /**
     * Whether it is a mirror, which appends without subscribers because it must have everything that the source has.
     */
    private final boolean mirrors;

    private TermMemory term;
    private boolean held;

    @SuppressWarnings("unused") // through its VarHandle
    private boolean closed;

    public ExclusiveAppender(LogBuffers log, int slot, Waker.Source wakers) {
        super(log, slot, wakers);
        long tail = meta.tailAcquire();
        this.guard = new ThreadGuard(tail) {
            @Override
            protected String refusal() {
                return "exclusive publication is in use: stream=" + log.constants().stream() + ", by="
                        + (held ? "an open claim; commit or abort it first" : "another thread, or its own offer")
                        + "; one thread at a time may offer and claim, with at most one open claim";
            }

            @Override
            protected void settle() {
                endFailedClaim();
            }
        };
        this.mirrors = log.constants().mirror() != null;
        this.term = log.memory(tail);
        this.termEnd = tail + log.remaining(tail);
    }

    /**
     * For a mirror: appends a block of another log at the same position, with this publisher as the owner of each
     * frame. The header of the first frame is released last: readers see all of the block or none.
     *
     * @param length of whole frames in one term, padding included: an eighth of a term at most
     * @param position position of the block in the other log, which must be the end of this log
     * @return the position after it, or a negative status
     * @throws IllegalStateException if this log continues at another position
     */
    public long appendBlock(DirectBuffer block, int offset, int length, long position) {
        BlockFrames.checkLength(length, HEADER_LENGTH + maxMessageLength());
        block.boundsCheck(offset, length);
        return appendAt(position, length, block, offset);
    }

    /**
     * For a mirror: appends a padding of another log at the same position. A padding longer than the longest block
     * waits until there is room for it.
     *
     * @param length in the same term
     * @return the position after it, or a negative status
     * @throws IllegalStateException if this log continues at another position
     */
    public long appendPadding(long position, long length) {
        BlockFrames.checkLength(length, log.termLength());
        return appendAt(position, (int) length, null, 0);
    }

    /**
     * For a mirror: promises space to a party that waits for it elsewhere. Called by the appending thread.
     *
     * @return the position before which blocks may begin; never less than before, even if a subscriber joins further
     *     back meanwhile
     */
    public long promiseLimit() {
        limit = Math.max(limit, askForLimit());
        return limit;
    }

    /** @param block null for a padding */
    private long appendAt(long position, int length, @Nullable DirectBuffer block, int offset) {
        Occupancy occupancy = guard.enter();
        try {
            BlockFrames.requirePlace(log, occupancy.word() - Occupancy.INSIDE, position, length);
            long status = claim(occupancy, length);
            if (status < 0) {
                return status;
            }
            if (!hasRoomAfter(position + length)) {
                occupancy.leave(position);
                keeper.wakeBehindStore();
                return BACK_PRESSURED;
            }
            long header = block == null
                    ? header(length, TYPE_PAD, slot)
                    : BlockFrames.write(term, position, block, offset, length, slot);
            // Release: pairs with the acquire in FrameReader. The rest of the block is stored before it.
            term.headerRelease(position, header);
            occupancy.leave(position + length);
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see ThreadGuard.
            giveUp(NOWHERE, 0); // With padding, the mirror would differ from the source.
            throw t;
        }
        wakeSleepers();
        return position + length;
    }

    /** {@return whether memory after this end is clean, as it is after any message} A padding may be longer. */
    private boolean hasRoomAfter(long end) {
        int longest = HEADER_LENGTH + maxMessageLength();
        return end <= limit + longest || end <= limit() + log.constants().reserve() - longest;
    }

    @Override
    long append(
            int length,
            DirectBuffer first,
            int firstOffset,
            int firstLength,
            DirectBuffer second,
            int secondOffset,
            int secondLength) {
        int frameLength = HEADER_LENGTH + length;
        int alignedLength = align(frameLength);
        Occupancy occupancy = guard.enter();
        long position = NOWHERE;
        try {
            position = claim(occupancy, alignedLength);
            if (position < 0) {
                return position;
            }
            term.putBytes(position, HEADER_LENGTH, first, firstOffset, firstLength);
            if (secondLength > 0) {
                term.putBytes(position, HEADER_LENGTH + firstLength, second, secondOffset, secondLength);
            }
            commit(occupancy, position, frameLength, alignedLength);
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see ThreadGuard.
            giveUp(position, alignedLength);
            throw t;
        }
        return position + alignedLength;
    }

    @Override
    long appendContent(Object content, int detail, int frameLength, int alignedLength) {
        Occupancy occupancy = guard.enter();
        long position = NOWHERE;
        try {
            position = claim(occupancy, alignedLength);
            if (position < 0) {
                return position;
            }
            writeContent(term.buffer(), term.offset(position), content, detail, frameLength);
            commit(occupancy, position, frameLength, alignedLength);
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see ThreadGuard.
            giveUp(position, alignedLength);
            throw t;
        }
        return position + alignedLength;
    }

    /** {@return the position of the frame; or a negative status, and the occupancy has ended} */
    long claim(Occupancy occupancy, int alignedLength) {
        long position = occupancy.word() - Occupancy.INSIDE;
        // Opaque, after entering: pairs with the safepoint that closing passes before it asks isQuiet() (Safepoint).
        if ((boolean) CLOSED_FLAG.getOpaque(this)) {
            occupancy.leave(position);
            return CLOSED;
        }
        if (position + alignedLength > (long) FREE_END.getOpaque(this)) {
            position = makeRoom(occupancy, position, alignedLength);
            if (position < 0) {
                return position; // No call after the end of the occupancy.
            }
        }
        return position;
    }

    /** The slow path: the limit or the term's end is reached. */
    private long makeRoom(Occupancy occupancy, long position, int alignedLength) {
        if (position >= limit || (long) FREE_END.getOpaque(this) == 0) {
            long status = lookAtLimit(position);
            if (status < 0) {
                occupancy.leave(position);
                return status;
            }
        }
        long start = position + alignedLength > termEnd ? enterNextTerm(occupancy, position) : position;
        FREE_END.setOpaque(this, Math.min(limit, termEnd));
        return start;
    }

    private long enterNextTerm(Occupancy occupancy, long position) {
        long next = termEnd;
        int remaining = (int) (next - position);
        if (remaining > 0) {
            term.headerRelease(position, header(remaining, TYPE_PAD, slot));
            occupancy.goOn(next);
        }
        term = log.memory(next);
        termEnd = next + log.termLength();
        return next;
    }

    void commit(Occupancy occupancy, long position, int frameLength, int alignedLength) {
        FaultPoint.reach("commit.copied");
        // Release: pairs with the acquire in FrameReader.next. Payload before length, or a reader would get unwritten
        // bytes.
        term.headerRelease(position, ownData | frameLength);
        long end = position + alignedLength;
        try {
            FaultPoint.reach("commit.released");
        } catch (Throwable t) {
            // The message is published, so this is not a failure of it.
        }
        occupancy.leave(end);
    }

    /** A claim that is not committed becomes padding; if no space was claimed, there is nothing to pad. */
    private void giveUp(long position, int alignedLength) {
        synchronized (guard) {
            if (guard.failed && position >= 0) {
                padUnlessCommitted(position, alignedLength);
            }
            guard.settleFailed();
        }
    }

    private void padUnlessCommitted(long position, int alignedLength) {
        if (FrameLayout.length(log.headerAcquire(position)) <= 0) {
            log.headerRelease(position, header(alignedLength, TYPE_PAD, slot));
        }
    }

    /**
     * Ends the claim of a thread that has failed: called by its own catch, by the next claim, or by the conductor once
     * this handle is closed, under the lock of the guard. If it was committed, the tail moves to its end. If not, no
     * reader has seen it, and its space is zeroed; otherwise a part of a message could look like the header of a later
     * one.
     */
    private void endFailedClaim() {
        Occupancy occupancy = guard.current();
        long position = occupancy.word() & -FrameLayout.FRAME_ALIGNMENT;
        int length;
        while ((length = FrameLayout.length(log.headerAcquire(position))) > 0) { // Several frames, if it was a batch.
            position += align(length);
        }
        term = log.memory(position);
        termEnd = position + log.remaining(position);
        if (!(boolean) CLOSED_FLAG.getVolatile(this)) { // Otherwise no other claim could follow here.
            // The reserve is longer than what was claimed, and this after it.
            term.buffer()
                    .zero(term.offset(position), Math.min(HEADER_LENGTH + maxMessageLength(), log.remaining(position)));
        }
        freeEnd = position;
        occupancy.leave(position);
    }

    @Override
    public long claimToHold(int alignedLength) {
        Occupancy occupancy = guard.enter();
        long position;
        try {
            position = claim(occupancy, alignedLength);
            if (position < 0) {
                return position;
            }
        } catch (Throwable t) {
            guard.failed = true; // The next claim, or the conductor, settles it.
            throw t;
        }
        held = true; // No call after it: a claim that an Error kept from the caller could not be aborted.
        return position;
    }

    @Override
    public void commitHeld(long position, int frameLength) {
        commit(guard.current(), position, frameLength, align(frameLength));
        held = false;
    }

    @Override
    public void abortHeld(long position, int frameLength) {
        int alignedLength = align(frameLength);
        padUnlessCommitted(position, alignedLength);
        guard.current().leave(position + alignedLength);
        held = false;
    }

    /** Inside, like a claim: once this handle is quiet, its files may be released. */
    private long lookAtLimit(long position) {
        // Off the critical path: others see the progress of the log at least once a window.
        meta.tailRelease(position);
        if (!mirrors && meta.subscriberCountAcquire() == 0) {
            return NOT_CONNECTED;
        }
        long newLimit = findLimit(position, false);
        limit = wakeKeeper(position, newLimit);
        return position >= newLimit ? BACK_PRESSURED : 0;
    }

    @Override
    public int maintain() {
        lateCleaning.settleFailed();
        if (!mirrors && meta.subscriberCountAcquire() == 0) {
            FREE_END.setOpaque(this, 0L); // The next offer takes the slow path and finds out.
        }
        return 0;
    }

    @Override
    public void close() {
        CLOSED_FLAG.setVolatile(this, true);
        lateCleaning.close();
    }

    @Override
    public void release() {
        super.release();
        term = log.memory(0);
    }

    @Override
    public boolean isQuiet() {
        if (guard.failed && (boolean) CLOSED_FLAG.getVolatile(this)) {
            guard.settleFailed();
        }
        return !guard.isInside() && lateCleaning.isQuiet();
    }

    @Override
    public long position() {
        return guard.current().wordAcquire() & -FrameLayout.FRAME_ALIGNMENT;
    }

    /** Stores the final tail for all to see, once {@link #isQuiet} holds after {@link #close}. */
    public void publishFinalTail() {
        meta.tailRelease(position());
    }
}
