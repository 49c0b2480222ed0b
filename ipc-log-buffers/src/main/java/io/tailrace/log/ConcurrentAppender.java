/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.log.InterruptedClaims.NOWHERE;
import static io.tailrace.log.InterruptedClaims.OWNERS_NOWHERE;

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
    private static final VarHandle HELD_BY_OWNER = ConstantBootstraps.fieldVarHandle(
            LOOKUP, "heldByOwner", VarHandle.class, ConcurrentAppender.class, long.class);
    private static final VarHandle HELD_BY_OTHERS = ConstantBootstraps.fieldVarHandle(
            LOOKUP, "heldByOthers", VarHandle.class, ConcurrentAppender.class, long.class);

    /** Where the last claim through this handle ended. Shared and racy: an older value only costs a look at the limit. */
    private long lastPosition;
    /** The limit when last looked at: with acquire and release, so that who claims below it sees what was zeroed for it. */
    @SuppressWarnings("unused") // through its VarHandle
    private long limit;
    /** Up to where memory was clean when the limit was looked at. */
    @SuppressWarnings("unused") // through its VarHandle
    private long writableEnd;

    /** The owner's claim while its sequence is odd: if it was interrupted, this is for {@link #repair}. */
    private long ownerClaimPosition = NOWHERE;

    private long ownerClaimLength;

    /** Claims handed out and not given back yet: to the owner, and to all others. Only their sum counts. */
    private long heldByOwner;

    @SuppressWarnings("unused") // through its VarHandle
    private long heldByOthers;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final LastTerm lastTerm;
    private final ClaimSequence sequence = new ClaimSequence();
    private final Debts debts = new Debts();
    private final InterruptedClaims.Settlement settlement = this::settle;
    private final QuestionAnswerer answerer;
    private final long ringLength;

    @SuppressWarnings("unused") // through its VarHandle
    private boolean closed;

    public ConcurrentAppender(LogBuffers log, int slot) {
        super(log, slot);
        this.lastTerm = new LastTerm(log);
        this.ringLength = log.ringLength();
        this.answerer = new QuestionAnswerer(meta, slot, sequence, debts);
    }

    @Override
    long claim(int alignedLength) {
        boolean asOwner = sequence.isOwner();
        if (asOwner && sequence.isInsideAsOwner()) {
            repairAsOwner();
        }
        while (true) {
            // Acquire: pairs with the release in refresh by another thread of this handle.
            long status = lastPosition >= (long) LIMIT.getAcquire(this) ? refresh() : 0;
            if (status < 0) {
                return status;
            }
            if (asOwner) {
                ownerClaimPosition = NOWHERE;
                ownerClaimLength = alignedLength;
            }
            long position = asOwner ? OWNERS_NOWHERE : NOWHERE;
            sequence.enter(asOwner);
            try {
                // Opaque keeps the compiler from reading it before the announcement; close() makes every thread pass a
                // safepoint, so either it sees the announcement or we see the flag.
                if ((boolean) CLOSED_FLAG.getOpaque(this)) {
                    sequence.leave(asOwner);
                    return CLOSED;
                }
                position = meta.getAndAddTail(alignedLength);
                if (asOwner) {
                    ownerClaimPosition = position;
                }
                FaultPoint.reach("claim.added");
                long end = position + alignedLength;
                lastPosition = end;
                boolean writable = end <= (long) WRITABLE_END.getAcquire(this) || isWritable(end);
                if (writable && alignedLength <= log.remaining(position)) {
                    return position;
                }
                giveAway(position, alignedLength, writable);
                sequence.leave(asOwner);
                if (!writable) {
                    return BACK_PRESSURED;
                }
            } catch (Throwable t) {
                InterruptedClaims claims = interrupted;
                synchronized (claims) { // No call, and count twice: see there.
                    int index;
                    try {
                        index = claims.count;
                    } catch (Throwable again) {
                        index = claims.count;
                    }
                    claims.positions[index] = position;
                    claims.lengths[index] = alignedLength;
                    claims.count = index + 1;
                }
                throw t;
            }
        }
    }

    /** It may not be written yet, or crosses a term's end: it becomes a debt, or padding, and is made again. */
    private void giveAway(long position, int alignedLength, boolean writable) {
        if (writable) {
            FaultPoint.reach("claim.crossing");
            log.pad(position, alignedLength, slot);
            FaultPoint.reach("claim.padded");
        } else {
            debts.add(position, alignedLength);
            lastPosition = LogLayout.NONE;
        }
    }

    @Override
    MappedBuffer term(long position) {
        return lastTerm.of(position);
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
        sequence.leave(
                sequence.isOwner()); // Last: what failed behind it would be taken for a claim that is still open.
    }

    /** Now, if there is stack and memory for it; else {@link #maintain} does it. */
    @Override
    void giveUp() {
        repair();
        debts.pay(log, slot);
    }

    @Override
    public long claimToHold(int alignedLength) {
        long position = claim(alignedLength);
        if (position < 0) {
            return position;
        }
        int counted = 0;
        try {
            open(term(position), log.offset(position), alignedLength);
            FaultPoint.reach("held.claimed");
            countHeld(1); // Before the announcement ends, or isQuiet() could miss both.
            counted = 1;
            sequence.leave(sequence.isOwner()); // The header stands; however long the user takes delays no answer.
        } catch (Throwable t) {
            InterruptedClaims claims = interrupted;
            synchronized (claims) { // No call, and count twice: see there.
                int index;
                try {
                    index = claims.count;
                } catch (Throwable again) {
                    index = claims.count;
                }
                claims.positions[index] = position;
                claims.lengths[index] = alignedLength;
                claims.notHeld += counted;
                claims.count = index + 1;
            }
            giveUp();
            throw t;
        }
        return position;
    }

    @Override
    public void commitHeld(long position, int frameLength) {
        FaultPoint.reach("held.copied");
        log.headerRelease(position, header(frameLength, TYPE_DATA, slot)); // Release: as in commit.
        FaultPoint.reach("held.released");
        countHeld(-1);
    }

    @Override
    public void abortHeld(long position, int frameLength) {
        FaultPoint.reach("held.aborting");
        if (isUncommitted(position)) { // Its commit may have failed on the way back.
            log.headerRelease(position, header(FrameLayout.align(frameLength), TYPE_PAD, slot));
        }
        FaultPoint.reach("held.aborted");
        countHeld(-1);
    }

    /** Release: pairs with the acquire in {@link #held}; who no longer sees it held sees what became of it. */
    private void countHeld(long change) {
        if (sequence.isOwner()) {
            HELD_BY_OWNER.setRelease(this, heldByOwner + change);
        } else {
            HELD_BY_OTHERS.getAndAdd(this, change);
        }
    }

    private long held() {
        return (long) HELD_BY_OWNER.getAcquire(this) + (long) HELD_BY_OTHERS.getVolatile(this);
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
        long tail = meta.tailAcquire();
        long newLimit = publisherLimit.find(tail);
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
     * A publisher that loops on its own back pressure must not wait for its own conductor. Behind a lock that {@link #isQuiet}
     * takes too: once a closed handle is quiet its slot is another's, and nobody may answer in it any more.
     */
    private void answerFromOffer() {
        if (!answerer.isAsked()) {
            return;
        }
        synchronized (answerer) {
            if (!(boolean) CLOSED_FLAG.getVolatile(this)) {
                answerer.answer();
            }
        }
    }

    /** What Errors left open becomes debts, and so padding; only then are those claims at an end. Any thread. */
    private void repair() {
        interrupted.settle(settlement);
    }

    private void settle(long position, int length) {
        if (position != OWNERS_NOWHERE && position != ownerClaimPosition) {
            settleSpace(position, length);
            sequence.leave(false);
        } else if (sequence.isInsideAsOwner()) {
            settleSpace(ownerClaimPosition, (int) ownerClaimLength);
            sequence.leave(true);
        }
    }

    /** The owner is inside, and not by this call. */
    private void repairAsOwner() {
        repair();
        settle(OWNERS_NOWHERE, 0); // If it could not even be recorded.
    }

    private void settleSpace(long position, int length) {
        if (position < 0) {
            return;
        }
        int firstLength = Math.min(length, log.remaining(position));
        settlePart(position, firstLength);
        if (firstLength < length) { // It crosses a term's end: perhaps only the first padding is there.
            settlePart(position + firstLength, length - firstLength);
        }
    }

    private void settlePart(long position, int length) {
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
        if (interrupted.count > 0) {
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
        synchronized (answerer) { // Who answers in an offer is through, and who comes later sees that this is closed.
            long notHeld = interrupted.notHeld; // First: what is taken back later was counted before, or is seen below.
            return sequence.isQuiet() && held() == notHeld && debts.isEmpty();
        }
    }

    @Override
    public long position() {
        return meta.tailAcquire();
    }
}
