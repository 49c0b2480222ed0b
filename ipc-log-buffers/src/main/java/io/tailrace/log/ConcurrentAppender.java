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
 * One handle on a concurrent log: any number of threads append through it, beside any number of other handles.
 *
 * <p>The whole claim (DESIGN 5.2): below the cached limit nothing contended is read. Announce (the claim sequence), check
 * {@code closed}, add to the tail. From there every path writes a header, a padding or a debt. Header, store-store fence,
 * payload, commit, end of the announcement.
 *
 * <p>The driver proves a claimer dead by asking every living handle whether its announcement has ended ({@link #maintain}).
 */
public final class ConcurrentAppender extends Appender {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle CLOSED_FLAG = ConstantBootstraps.fieldVarHandle(
            LOOKUP, "closed", VarHandle.class, ConcurrentAppender.class, boolean.class);
    private static final VarHandle LIMIT =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "limit", VarHandle.class, ConcurrentAppender.class, long.class);
    private static final VarHandle WRITABLE_END = ConstantBootstraps.fieldVarHandle(
            LOOKUP, "writableEnd", VarHandle.class, ConcurrentAppender.class, long.class);
    private static final VarHandle OPEN_CLAIMS = ConstantBootstraps.fieldVarHandle(
            LOOKUP, "openClaims", VarHandle.class, ConcurrentAppender.class, long.class);

    /** Where the last claim through this handle ended. Shared and racy: an older value only costs a look at the limit. */
    private long lastPosition;
    /** The limit when last looked at: with acquire and release, so that who claims below it sees what was zeroed for it. */
    @SuppressWarnings("unused") // through its VarHandle
    private long limit;
    /** Up to where memory was clean when the limit was looked at. */
    @SuppressWarnings("unused") // through its VarHandle
    private long writableEnd;
    /** The owner's claim while its sequence is odd: an Error in between leaves it here for {@link #repair}. */
    private long ownerClaimPosition = -1;

    private long ownerClaimLength;

    @SuppressWarnings("unused") // through its VarHandle
    private long openClaims;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final ClaimSequence sequence = new ClaimSequence();
    private final Debts debts = new Debts();
    private final QuestionAnswerer answerer;
    private final long ringLength;

    @SuppressWarnings("unused") // through its VarHandle
    private boolean closed;

    public ConcurrentAppender(LogBuffers log, int slot) {
        super(log, slot);
        this.ringLength = log.ringLength();
        this.answerer = new QuestionAnswerer(meta, slot, sequence, debts);
    }

    @Override
    long claim(int alignedLength) {
        boolean asOwner = sequence.isOwner();
        if (asOwner && sequence.isInsideAsOwner()) {
            repair();
        }
        while (true) {
            // Acquire: pairs with the release in refresh by another thread of this handle.
            if (lastPosition >= (long) LIMIT.getAcquire(this)) {
                long status = refresh();
                if (status < 0) {
                    return status;
                }
            }
            if (asOwner) {
                ownerClaimPosition = -1;
                ownerClaimLength = alignedLength;
            }
            sequence.enter(asOwner);
            // Opaque keeps the compiler from reading it before the announcement; close() makes every thread pass a
            // safepoint, so either it sees the announcement or we see the flag. No fence is needed here.
            if ((boolean) CLOSED_FLAG.getOpaque(this)) {
                sequence.leave(asOwner);
                return CLOSED;
            }
            long position = meta.getAndAddTail(alignedLength);
            FaultPoint.reach("claim.added");
            if (asOwner) {
                ownerClaimPosition = position;
            }
            long end = position + alignedLength;
            lastPosition = end;
            if (end > (long) WRITABLE_END.getAcquire(this) && !isWritable(end)) {
                debts.add(position, alignedLength);
                settle(asOwner);
                lastPosition = LogLayout.NONE;
                return BACK_PRESSURED;
            }
            int remaining = log.remaining(position);
            if (alignedLength > remaining) {
                FaultPoint.reach("claim.crossing");
                log.pad(position, alignedLength, slot);
                FaultPoint.reach("claim.padded");
                settle(asOwner);
                continue;
            }
            return position;
        }
    }

    /** A claim that became padding or a debt: from here on {@link #repair} must not touch it, it may be recycled. */
    private void settle(boolean asOwner) {
        if (asOwner) {
            ownerClaimPosition = -1;
        }
        sequence.leave(asOwner);
    }

    @Override
    MappedBuffer term(long position) {
        return log.term(position);
    }

    @Override
    void open(MappedBuffer term, int offset, int alignedLength) {
        // Release and fence: the driver, finding the owner dead, must find the claim's length before any payload that
        // could look like a header. Pairs with Unblocker's acquire reads.
        term.putLongRelease(offset, header(-alignedLength, TYPE_DATA, slot));
        VarHandle.storeStoreFence();
        FaultPoint.reach("claim.opened");
    }

    /*
     * An offer is inside its claim until it has committed: whoever closes the client waits for the copy that is on its way,
     * and so the driver never takes a living thread's claim for one that its client has left behind.
     */
    @Override
    void commit(MappedBuffer term, int offset, int frameLength, int alignedLength) {
        FaultPoint.reach("commit.copied");
        // Release: pairs with the acquire in FrameReader.next. Payload before length, or a reader gets bytes not yet
        // written.
        term.putLongRelease(offset, header(frameLength, TYPE_DATA, slot));
        FaultPoint.reach("commit.released");
        sequence.leave(sequence.isOwner());
        FaultPoint.reach("commit.left");
    }

    @Override
    void abort(MappedBuffer term, int offset, int alignedLength) {
        term.putLongRelease(offset, header(alignedLength, TYPE_PAD, slot));
        sequence.leave(sequence.isOwner());
    }

    @Override
    public long claimToHold(int alignedLength) {
        OPEN_CLAIMS.getAndAdd(this, 1L); // Before the claim, or isQuiet() could miss both.
        long position = claim(alignedLength);
        if (position < 0) {
            OPEN_CLAIMS.getAndAdd(this, -1L);
        } else {
            open(log.term(position), log.offset(position), alignedLength);
            sequence.leave(sequence.isOwner()); // The header stands; how long the user takes must not delay an answer.
            FaultPoint.reach("held.claimed");
        }
        return position;
    }

    @Override
    public void commitHeld(long position, int frameLength) {
        FaultPoint.reach("held.copied");
        log.headerRelease(position, header(frameLength, TYPE_DATA, slot)); // Release: as in commit.
        FaultPoint.reach("held.released");
        OPEN_CLAIMS.getAndAdd(this, -1L);
    }

    @Override
    public void abortHeld(long position, int frameLength) {
        FaultPoint.reach("held.aborting");
        log.headerRelease(position, header(FrameLayout.align(frameLength), TYPE_PAD, slot));
        FaultPoint.reach("held.aborted");
        OPEN_CLAIMS.getAndAdd(this, -1L);
    }

    private boolean isWritable(long end) {
        // Acquire: pairs with the keeper's release behind its zeroing; a header written before the zero would be lost.
        return end <= meta.cleanPositionAcquire() + ringLength;
    }

    /** The slow path: looks at the limit and at the contended tail. Returns 0 if a claim may begin, or a status. */
    private long refresh() {
        if ((boolean) CLOSED_FLAG.getOpaque(this)) {
            return CLOSED;
        }
        boolean connected = meta.subscriberCountAcquire() > 0;
        boolean indebted = !debts.isEmpty() && !debts.pay(log, slot);
        long newLimit = meta.limitAcquire();
        long tail = meta.tailAcquire();
        if (!connected || indebted || tail >= newLimit) {
            answerFromOffer();
            return connected ? BACK_PRESSURED : NOT_CONNECTED;
        }
        WRITABLE_END.setRelease(this, meta.cleanPositionAcquire() + ringLength);
        LIMIT.setRelease(this, newLimit);
        lastPosition = tail;
        return 0;
    }

    /**
     * A publisher that loops on its own back pressure must not wait for its own conductor. Counted like an open claim, before
     * {@code closed} is read: once a closed handle is quiet its slot is another's, and nobody may answer in it any more.
     */
    private void answerFromOffer() {
        if (!answerer.isAsked()) {
            return;
        }
        OPEN_CLAIMS.getAndAdd(this, 1L);
        if (!(boolean) CLOSED_FLAG.getVolatile(this)) {
            answerer.answer();
        }
        OPEN_CLAIMS.getAndAdd(this, -1L);
    }

    /** The owner's last claim was interrupted by an Error: what it left open becomes a debt, and so padding. */
    private void repair() {
        long position = ownerClaimPosition;
        if (position >= 0) {
            ownerClaimPosition = -1;
            int length = (int) ownerClaimLength;
            int firstLength = Math.min(length, log.remaining(position));
            repair(position, firstLength);
            if (firstLength < length) { // It crosses a term's end: perhaps only the first padding is there.
                repair(position + firstLength, length - firstLength);
            }
        }
        sequence.leave(true);
    }

    private void repair(long position, int length) {
        synchronized (debts) { // A debt that was listed before the Error is paid before this look or listed during it.
            if (!debts.covers(position) && (!isWritable(position + length) || isUncommitted(position))) {
                debts.add(position, length);
            }
        }
    }

    /** The header first, then the target: a header that reads as zero because it was cleaned was announced before. */
    private boolean isUncommitted(long position) {
        return FrameLayout.length(log.headerAcquire(position)) <= 0 && meta.cleaningTargetAcquire() <= position;
    }

    @Override
    public int maintain() {
        if (sequence.isAbandoned()) {
            repair();
        }
        if (!debts.isEmpty()) {
            debts.pay(log, slot);
        }
        if (meta.subscriberCountAcquire() == 0) {
            LIMIT.setRelease(this, 0L); // The next offer takes the slow path and finds out.
        }
        return answerer.answer();
    }

    @Override
    public void close() {
        CLOSED_FLAG.setVolatile(this, true);
    }

    @Override
    public boolean isQuiet() {
        return sequence.isQuiet() && (long) OPEN_CLAIMS.getVolatile(this) == 0 && debts.isEmpty();
    }

    @Override
    public long position() {
        return meta.tailAcquire();
    }
}
