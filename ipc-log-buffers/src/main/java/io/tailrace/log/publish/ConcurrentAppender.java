/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.align;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.log.LogLayout.TERM_COUNT;

import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.Handles;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.Waker;
import io.tailrace.memory.TermMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;

/**
 * One handle on a concurrent log: any number of threads append through it, concurrently with any number of other
 * handles.
 *
 * <p>An offer takes these steps. Below the cached limit it reads nothing contended. It announces its claim (in a {@link
 * ClaimRegister}), reads {@code closed}, and adds to the tail. From there every path writes a header, a padding or a
 * debt. The header is first, with its length negative, so that the space of a dead publisher can be recognized; then a
 * store-store fence, the payload, the commit, and the end of the announcement.
 *
 * <p>An offer stays inside its claim until it has committed, a claim that is handed out only until it has its header.
 * So closing a client waits for a copy in progress, and a living thread's claim is never mistaken for one that its
 * client left behind. The driver proves that a claim belongs to a dead publisher by asking every living handle whether
 * its announcements have ended ({@link #maintain}).
 */
public final class ConcurrentAppender extends Appender {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle CLOSED_FLAG = Handles.field(LOOKUP, "closed", boolean.class);
    private static final VarHandle LIMIT = Handles.field(LOOKUP, "limit", long.class);
    private static final VarHandle WRITABLE_END = Handles.field(LOOKUP, "writableEnd", long.class);

    /**
     * Where the last claim through this handle ended. Shared and racy: an older value only costs a check of the limit.
     */
    private long lastPosition;
    /** The limit as last read. Acquire and release, so that a thread that claims below it sees the zeros there. */
    @SuppressWarnings("unused") // through its VarHandle
    private long limit;
    /** The end of clean memory when the limit was last read. */
    @SuppressWarnings("unused") // through its VarHandle
    private long writableEnd;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private TermCache lastTerm;
    private final ClaimRegisters registers = new ClaimRegisters();
    private final Debts debts = new Debts();
    private final QuestionAnswerer answerer;

    @SuppressWarnings("unused") // through its VarHandle
    private boolean closed;

    public ConcurrentAppender(LogBuffers log, int slot, Waker.Source wakers) {
        super(log, slot, wakers);
        this.lastTerm = new TermCache(log);
        this.answerer = new QuestionAnswerer(meta, slot, registers, debts);
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
        long status = lookAtLimit();
        if (status < 0) {
            return status;
        }
        ClaimRegister register = begin(alignedLength);
        long number = register.number();
        long end = NOT_COMMITTED;
        try {
            long position = claim(register, alignedLength);
            if (position < 0) {
                return position;
            }
            TermMemory term = lastTerm.of(position);
            open(term, position, alignedLength);
            term.putBytes(position, HEADER_LENGTH, first, firstOffset, firstLength);
            if (secondLength > 0) {
                term.putBytes(position, HEADER_LENGTH + firstLength, second, secondOffset, secondLength);
            }
            commit(term, position, frameLength);
            end = position + alignedLength;
            FaultPoint.reach("commit.released");
            register.end(); // Last: it may belong to another claim from now on.
        } catch (Throwable t) {
            register.failed = number; // No call here: see ClaimRegister.
            if (end == NOT_COMMITTED) {
                throw t;
            }
        }
        return end;
    }

    @Override
    long appendContent(Object content, int detail, int frameLength, int alignedLength) {
        long status = lookAtLimit();
        if (status < 0) {
            return status;
        }
        ClaimRegister register = begin(alignedLength);
        long number = register.number();
        long end = NOT_COMMITTED;
        try {
            long position = claim(register, alignedLength);
            if (position < 0) {
                return position;
            }
            TermMemory term = lastTerm.of(position);
            open(term, position, alignedLength);
            writeContent(term.buffer(), term.offset(position), content, detail, frameLength);
            commit(term, position, frameLength);
            end = position + alignedLength;
            register.end(); // Last: it may belong to another claim from now on.
        } catch (Throwable t) {
            register.failed = number; // No call here: see ClaimRegister.
            if (end == NOT_COMMITTED) {
                throw t;
            }
        }
        return end;
    }

    /**
     * Checks the cached limit first: below it nothing contended is read. Returns 0 if a claim may begin, or a status.
     */
    private long lookAtLimit() {
        // Acquire: pairs with the release in refresh by another thread of this handle.
        return lastPosition >= (long) LIMIT.getAcquire(this) ? refresh() : 0;
    }

    ClaimRegister begin(int alignedLength) {
        ClaimRegister register = registers.tryBegin(alignedLength);
        return register != null ? register : beginSlowly(alignedLength);
    }

    /** The owner's last claim failed and is padded first; or all registers are in use, perhaps by failed claims. */
    private ClaimRegister beginSlowly(int alignedLength) {
        boolean ownFailed = registers.ownHasFailed();
        debts.repairFailed(log, registers.all());
        if (ownFailed) {
            payDebts();
        }
        ClaimRegister register;
        while ((register = registers.tryBegin(alignedLength)) == null) {
            registers.grow();
        }
        return register;
    }

    /**
     * Adds to the tail until the claim lies within a term, or until a claim may not be written yet.
     *
     * @param register announces it, until it is committed
     * @return the position; or a negative status, and the announcement has ended
     */
    long claim(ClaimRegister register, int alignedLength) {
        while (true) {
            // Opaque, after the announcement: pairs with the safepoint that closing passes (Safepoint). Either the
            // closing thread sees the announcement, or this one sees the flag.
            if ((boolean) CLOSED_FLAG.getOpaque(this)) {
                register.end();
                return CLOSED;
            }
            long position = meta.getAndAddTail(alignedLength);
            register.position = position; // No call in between: anything thrown from here on finds the claim.
            FaultPoint.reach("claim.added");
            long end = position + alignedLength;
            lastPosition = end;
            boolean writable = end <= (long) WRITABLE_END.getAcquire(this) || log.isWritable(end);
            if (writable && alignedLength <= log.remaining(position)) {
                return position;
            }
            giveAway(position, alignedLength, writable);
            long status = writable ? lookAtLimit() : BACK_PRESSURED;
            if (status < 0) {
                register.end();
                return status;
            }
        }
    }

    /** The claim crosses a term's end and becomes padding, or may not be written yet and becomes a debt. */
    private void giveAway(long position, int alignedLength, boolean writable) {
        if (writable) {
            log.pad(position, alignedLength, slot);
        } else {
            debts.add(position, alignedLength);
            lastPosition = LogLayout.NONE;
        }
    }

    private void open(TermMemory term, long position, int alignedLength) {
        term.fetchEnd(position, alignedLength);
        // Release and fence: if the owner is dead, the driver must see the claim's length before any payload that could
        // look like a header. Pairs with Unblocker's acquire reads.
        term.headerRelease(position, ownData | Integer.toUnsignedLong(-alignedLength));
        VarHandle.storeStoreFence();
    }

    /*
     * An offer is inside its claim until it has committed. So a thread that closes the client waits for a copy in
     * progress, and the driver never mistakes a living thread's claim for one that its client has left behind.
     */
    private void commit(TermMemory term, long position, int frameLength) {
        FaultPoint.reach("commit.copied");
        // Release: pairs with the acquire in FrameReader.next. Payload before length, or a reader would get unwritten
        // bytes.
        term.headerRelease(position, ownData | frameLength);
    }

    @Override
    public long claimToHold(int alignedLength) {
        long status = lookAtLimit();
        if (status < 0) {
            return status;
        }
        ClaimRegister register = begin(alignedLength);
        long number = register.number();
        try {
            long position = claim(register, alignedLength);
            if (position >= 0) {
                open(lastTerm.of(position), position, alignedLength);
                register.hold(); // The header is stored, so the user's time to fill the claim delays no answer.
            }
            return position;
        } catch (Throwable t) {
            register.failed = number; // No call here: see ClaimRegister.
            throw t;
        }
    }

    @Override
    public void commitHeld(long position, int frameLength) {
        ClaimRegister register = registers.holding(position);
        long number = register.number();
        log.headerRelease(position, ownData | frameLength); // Release: as in commit.
        try {
            register.end();
        } catch (Throwable t) {
            register.failed = number; // The message is published: nothing that follows is a failure of it.
        }
    }

    @Override
    public void abortHeld(long position, int frameLength) {
        if (log.isUncommitted(position)) { // Its commit may have failed after the store.
            log.headerRelease(position, header(align(frameLength), TYPE_PAD, slot));
        }
        registers.holding(position).end();
    }

    /** The slow path: reads the limit and the contended tail. Returns 0 if a claim may begin, or a status. */
    private long refresh() {
        if ((boolean) CLOSED_FLAG.getOpaque(this)) {
            return CLOSED;
        }
        boolean connected = meta.subscriberCountAcquire() > 0;
        boolean indebted = !debts.isEmpty() && !payDebts();
        long tail = meta.tailAcquire();
        long newLimit = findLimit(tail, false);
        long next = connected ? wakeKeeper(tail, newLimit) : newLimit;
        if (!connected || indebted || tail >= newLimit) {
            answerFromOffer();
            return connected ? BACK_PRESSURED : NOT_CONNECTED;
        }
        WRITABLE_END.setRelease(this, meta.cleanPositionAcquire() + log.ringLength());
        LIMIT.setRelease(this, next);
        lastPosition = tail;
        return 0;
    }

    /** Returns whether none is left. */
    private boolean payDebts() {
        boolean allPaid = debts.pay(log, slot);
        wakeSleepers(); // They may wait at a debt.
        return allPaid;
    }

    /**
     * A publisher that loops on its own back pressure must not wait for its own conductor. Under a lock that {@link
     * #isQuiet} also takes: once a closed handle is quiet, its slot belongs to another publisher, and this handle must
     * not answer in it any more.
     */
    private void answerFromOffer() {
        if (!answerer.isAsked()) {
            return;
        }
        synchronized (answerer) {
            if (!(boolean) CLOSED_FLAG.getVolatile(this) && answerer.answer() > 0) {
                keeper.wakeBehindStore(); // The publisher waits for that.
            }
        }
    }

    @Override
    public int maintain() {
        debts.repairFailed(log, registers.all());
        lateCleaning.settleFailed();
        if (!debts.isEmpty()) {
            payDebts();
        }
        if (meta.subscriberCountAcquire() == 0) {
            LIMIT.setRelease(this, 0L); // The next offer takes the slow path and finds out.
        }
        int answered = answerer.answer();
        if (answered > 0) {
            keeper.wakeBehindStore(); // The publisher waits for that.
        }
        return answered;
    }

    @Override
    public void close() {
        CLOSED_FLAG.setVolatile(this, true);
        lateCleaning.close();
    }

    @Override
    public void release() {
        super.release();
        lastTerm = new TermCache(log);
    }

    @Override
    public boolean isQuiet() {
        // An offer that answers has finished, and a later one sees that this handle is closed.
        synchronized (answerer) {
            // In this order: a debt is listed before its register is free.
            return registers.areFree() && debts.isEmpty() && lateCleaning.isQuiet();
        }
    }

    @Override
    public long position() {
        return meta.tailAcquire();
    }

    /**
     * The memory of a position's term, for threads that proceed through a log from term to term. On x86 no load after
     * an atomic add begins before the add has ended, so each step from the position to the memory counts: a division
     * takes 8 ns of an offer, a comparison with the last used term takes none.
     *
     * <p>Any thread, without a fence. Each place has the same memory permanently, and only its number changes, by
     * three. A thread that reads an old number sees that it does not match the position and computes the place; a
     * number that matches the position is next to the right memory, whichever thread stored it.
     */
    static final class TermCache {
        /** The memory for a term number, and for all numbers that differ by multiples of three. */
        private static final class Place {
            private final TermMemory term;
            private long number;

            Place(TermMemory term, long number) {
                this.term = term;
                this.number = number;
            }
        }

        private final int termShift;
        private final Place[] places = new Place[TERM_COUNT];
        private Place last;

        TermCache(LogBuffers log) {
            this.termShift = Integer.numberOfTrailingZeros(log.termLength());
            for (int i = 0; i < TERM_COUNT; i++) {
                places[i] = new Place(log.memory((long) i << termShift), i);
            }
            this.last = places[0];
        }

        /** {@return the term that holds a position} */
        TermMemory of(long position) {
            Place place = last;
            long number = position >>> termShift;
            if (place.number != number) {
                place = places[(int) (number % TERM_COUNT)];
                place.number = number;
                last = place;
            }
            return place.term;
        }
    }
}
