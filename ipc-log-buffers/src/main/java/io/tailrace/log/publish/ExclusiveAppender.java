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
import io.tailrace.log.Occupancy;
import io.tailrace.log.ThreadGuard;
import io.tailrace.log.Waker;
import io.tailrace.memory.TermMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The one handle on an exclusive log: one thread appends, with no atomic instruction. The tail is private; a frame
 * becomes visible by one release of its header word, so a dead owner's log ends at the first frame without one. A claim
 * that fails is padded, or forgotten where nobody has seen it.
 *
 * <p>The tail is the word of the {@link ThreadGuard}: odd from a claim to its commit or abort, so that another thread
 * that offers meanwhile is refused, and {@link #close} by another thread can tell. Every store counts here: while a
 * line is fetched from a reader's cache, each store behind it takes one of the some hundred places in the processor's
 * queue.
 */
public final class ExclusiveAppender extends Appender {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle CLOSED_FLAG = Handles.field(LOOKUP, "closed", boolean.class);
    private static final VarHandle FREE_END = Handles.field(LOOKUP, "freeEnd", long.class);
    /** In place of a position, until space is claimed. */
    private static final long NOWHERE = -1;

    /**
     * A frame that ends here or before needs nothing but its place: the least of what follows. 0: look at it all again.
     */
    @SuppressWarnings("unused") // through its VarHandle
    private long freeEnd;

    private long termEnd;
    private long limit;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    final ThreadGuard guard;
    /** Of a mirror: it has nobody to be connected to, and is to have what the source has. */
    private final boolean mirrors;

    private TermMemory term;
    private boolean held;

    @SuppressWarnings("unused") // through its VarHandle
    private boolean closed;

    /** Makes one for a log whose subscribers never sleep. */
    public ExclusiveAppender(LogBuffers log, int slot) {
        this(log, slot, Waker.Source.NONE);
    }

    /** Makes one that wakes the subscribers that sleep. */
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
     * Of a mirror: appends what stands in another log at the same position, with this publisher as the owner of each
     * frame. The header of the first frame is released last: readers see all of the block or none.
     *
     * @param length of whole frames, padding included, which lie in one term: an eighth of a term at most
     * @param position where the block stands in the other log, to which this one must have come
     * @return the position after it, or a negative status
     * @throws IllegalStateException if this log goes on at another position
     */
    public long appendBlock(DirectBuffer block, int offset, int length, long position) {
        BlockFrames.checkLength(length, HEADER_LENGTH + maxMessageLength());
        block.boundsCheck(offset, length);
        return appendAt(position, length, block, offset);
    }

    /**
     * Of a mirror: appends a padding that stands in another log at the same position. One that is longer than a block
     * may be waits until there is room for it.
     *
     * @param length in the same term
     * @return the position after it, or a negative status
     * @throws IllegalStateException if this log goes on at another position
     */
    public long appendPadding(long position, long length) {
        BlockFrames.checkLength(length, log.termLength());
        return appendAt(position, (int) length, null, 0);
    }

    /**
     * Of a mirror: promises space to one who waits for it elsewhere than here. By the thread that appends.
     *
     * @return the position before which blocks may begin, never less than before: also where somebody subscribes
     *     further back meanwhile
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
            FaultPoint.reach("mirror.copied");
            // Release: pairs with the acquire in FrameReader. All that follows in the block is there before.
            term.headerRelease(position, header);
            occupancy.leave(position + length);
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see ThreadGuard.
            giveUp(NOWHERE, 0); // Padded, the mirror would not have what the source has.
            throw t;
        }
        FaultPoint.reach("mirror.released");
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

    /** {@return the position of the frame, or a negative status, with which the occupancy has ended} */
    long claim(Occupancy occupancy, int alignedLength) {
        long position = occupancy.word() - Occupancy.INSIDE;
        // Opaque, behind entering: pairs with the safepoint that closing passes before it asks isQuiet() (Safepoint).
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
        FaultPoint.reach("exclusive.claimed");
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
            FaultPoint.reach("exclusive.crossing");
            term.headerRelease(position, header(remaining, TYPE_PAD, slot));
            FaultPoint.reach("exclusive.padded");
            occupancy.goOn(next);
        }
        term = log.memory(next);
        termEnd = next + log.termLength();
        return next;
    }

    void commit(Occupancy occupancy, long position, int frameLength, int alignedLength) {
        FaultPoint.reach("exclusive.copied");
        // Release: pairs with the acquire in FrameReader.next. Payload before length, or a reader gets bytes not yet
        // written.
        term.headerRelease(position, ownData | frameLength);
        long end = position + alignedLength;
        try {
            FaultPoint.reach("exclusive.released");
        } catch (Throwable t) {
            // The message is out, so this is no failure of it.
        }
        occupancy.leave(end);
    }

    /** A claim that is not committed becomes padding; where no space was claimed, there is nothing to pad. */
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
            FaultPoint.reach("exclusive.aborted");
        }
    }

    /**
     * Ends the claim of a thread that has failed: by its own catch, the next claim, or the conductor once this handle
     * is closed, under the lock of the guard. If it was committed, the tail goes to its end; if not, nobody has seen
     * it, and what it may have written is zeroed, or a part of a message would look like the header of a later one.
     */
    private void endFailedClaim() {
        Occupancy occupancy = guard.current();
        long position = occupancy.word() & -FrameLayout.FRAME_ALIGNMENT;
        int length;
        while ((length = FrameLayout.length(log.headerAcquire(position))) > 0) { // Several, if it was a batch.
            position += align(length);
        }
        term = log.memory(position);
        termEnd = position + log.remaining(position);
        if (!(boolean) CLOSED_FLAG.getVolatile(this)) { // Else no other claim follows here.
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
            FaultPoint.reach("exclusive.held");
        } catch (Throwable t) {
            guard.failed = true; // The next claim, or the conductor, settles it.
            throw t;
        }
        held = true; // No call behind it: what an Error kept from the caller nobody could abort.
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

    /** Inside, like a claim: once this handle is quiet, its files may be let go. */
    private long lookAtLimit(long position) {
        // Off the critical path: others see how far the log has come at least once a window.
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
