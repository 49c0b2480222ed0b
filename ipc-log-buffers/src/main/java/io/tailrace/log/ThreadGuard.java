/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Guards an object that one thread at a time may use, not always the same thread: a second thread is refused meanwhile.
 * A thread that uses it repeatedly enters with a plain store and no atomic instruction, which would take longer than an
 * offer.
 *
 * <pre>
 *   owner                          another thread, under the lock
 *   ----------------------------   ----------------------------------------
 *   announce it in its occupancy   revoke that occupancy
 *   (no fence)                     make every thread pass a safepoint
 *   check whether it is revoked    check whether its owner is inside
 * </pre>
 *
 * One of the two sees the other. A safepoint takes some hundred microseconds, so this is done only a few times: if more
 * threads take occupancies, they share the last one, and each enters with an atomic instruction.
 *
 * <p>If anything is thrown while a thread is inside, the thread stores {@link #failed} and leaves without ending its
 * occupancy. It makes no call for that, because after a stack overflow any call may fail again. The next thread, or one
 * that waits for the end, settles the occupancy: once, under the lock.
 */
public class ThreadGuard {
    /** The word of an occupancy while no thread is inside, if its other bits are unused. */
    protected static final long OUTSIDE = 0;

    /** The number of occupancies that have an owner. */
    private static final int MAX_OWNERS = 16;

    private static final VarHandle OCCUPANCY = Handles.field(MethodHandles.lookup(), "occupancy", Occupancy.class);

    /** Whether the thread inside has failed and is gone. That thread stores this itself. */
    public volatile boolean failed;

    /** Stays the same while a thread is inside. */
    private volatile Occupancy occupancy;

    private int owners;

    /** Creates a guard with the first word of the first occupancy, which has no owner yet. */
    public ThreadGuard(long word) {
        occupancy = new Occupancy(null, false, word);
    }

    /**
     * {@return the occupancy that the calling thread has entered}
     *
     * @throws IllegalStateException if a thread is inside that has not failed, be it the calling one
     */
    public final Occupancy enter() {
        Occupancy entered = enterAgain();
        return entered == null ? enterAnew() : entered;
    }

    /**
     * {@return the occupancy of the calling thread if it has entered and no other thread was inside since; else null}
     * If it is not null, everything is as this thread left it.
     */
    public final @Nullable Occupancy enterAgain() {
        Occupancy current = current();
        return current.owner == Thread.currentThread() && current.tryEnter() ? current : null;
    }

    private Occupancy enterAnew() {
        Occupancy entered = tryEnter();
        if (entered == null) {
            settleFailed();
            entered = tryEnter();
        }
        if (entered == null) {
            throw new IllegalStateException(refusal());
        }
        return entered;
    }

    /** {@return the message for a thread that enters while another one is inside} */
    protected String refusal() {
        return "in use by another thread";
    }

    /** Ends the occupancy of a thread that has failed, if one has. Any thread. */
    public final synchronized void settleFailed() {
        if (failed) {
            settle();
            failed = false;
        }
    }

    /**
     * Called when the thread inside has failed: ends its occupancy. Under the lock; called again if this fails, too.
     */
    protected void settle() {
        current().leave(OUTSIDE);
    }

    /** {@return the occupancy that the calling thread has entered; null if a thread is inside, even the calling one} */
    public final @Nullable Occupancy tryEnter() {
        Occupancy current = current();
        if (current.owner == Thread.currentThread()) {
            if (current.tryEnter()) {
                return current;
            }
        } else if (current.shared) {
            return current.tryEnterShared() ? current : null;
        }
        return takeOver();
    }

    private synchronized @Nullable Occupancy takeOver() {
        Occupancy last = occupancy;
        if (last.isInside()) {
            return null;
        }
        if (last.shared) {
            return last.tryEnterShared() ? last : null;
        }
        Thread self = Thread.currentThread();
        if (last.owner == self) {
            last.revoked = false; // No other thread has taken over after all.
            return last.tryEnter() ? last : null;
        }
        boolean makeShared = owners == MAX_OWNERS;
        Occupancy next = new Occupancy(makeShared ? null : self, makeShared, 0);
        last.revoked = true;
        if (last.owner != null) {
            Safepoint.pass(); // Pairs with Occupancy.tryEnter.
        }
        if (last.isInside()) {
            last.revoked = false;
            return null;
        }
        next.goOn(last.wordAcquire());
        owners += makeShared ? 0 : 1;
        occupancy = next;
        return next;
    }

    /**
     * {@return the occupancy of the thread that is inside, or of the last one} Opaque: called by a thread that is
     * inside, or knows that it was.
     */
    public final Occupancy current() {
        return (Occupancy) OCCUPANCY.getOpaque(this);
    }

    /** {@return whether a thread is inside} Any thread. */
    public final boolean isInside() {
        return occupancy.isInside();
    }

    /**
     * The period for which one thread uses an object guarded by a {@link ThreadGuard}. Its word shows other threads
     * whether that thread is inside. Each occupancy has its own word, so a thread that does not know yet that it has
     * lost its occupancy disturbs no other thread.
     */
    public static final class Occupancy extends Padded {
        /** Set in the word while a thread is inside. The user defines the other bits. */
        public static final long INSIDE = 1;

        private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
        private static final VarHandle WORD = Handles.field(LOOKUP, "word", long.class);
        private static final VarHandle REVOKED = Handles.field(LOOKUP, "revoked", boolean.class);

        private long word;

        @SuppressWarnings("unused") // padding
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        /** The only thread that may enter without an atomic instruction; null if there is no such thread. */
        final @Nullable Thread owner;
        /** Whether any thread may enter, each time with an atomic instruction. */
        final boolean shared;
        /** Whether another thread is about to take over, or has. Written under the lock of {@link ThreadGuard}. */
        volatile boolean revoked;

        Occupancy(@Nullable Thread owner, boolean shared, long word) {
            this.owner = owner;
            this.shared = shared;
            this.word = word;
        }

        /**
         * {@return whether the owner has entered: it was outside, and its occupancy is not revoked} Called by the
         * owner.
         */
        boolean tryEnter() {
            long outside = word;
            if ((outside & INSIDE) != 0) {
                return false;
            }
            try {
                WORD.setRelease(this, outside | INSIDE);
                // Opaque, after that store: pairs with the safepoint in ThreadGuard.takeOver (Safepoint). Either this
                // thread sees that its occupancy is revoked, or the thread that revokes it sees this one inside.
                if (!(boolean) REVOKED.getOpaque(this)) {
                    return true;
                }
            } catch (Throwable t) {
                word = outside; // No call: after a stack overflow there may be no room for one.
                throw t;
            }
            word = outside;
            return false;
        }

        /** {@return whether the caller has entered} Any thread. Acquire: pairs with the release in {@link #leave}. */
        boolean tryEnterShared() {
            long seen = (long) WORD.getOpaque(this);
            return (seen & INSIDE) == 0 && WORD.compareAndSet(this, seen, seen | INSIDE);
        }

        /** {@return the word} Called by the thread that is inside. */
        public long word() {
            return word;
        }

        /** Stays inside with another word. */
        public void goOn(long newWord) {
            WORD.setRelease(this, newWord | INSIDE);
        }

        /**
         * The thread inside leaves. Release: pairs with the acquire in {@link #wordAcquire}: a thread that sees it
         * outside sees all that it did.
         */
        public void leave(long newWord) {
            WORD.setRelease(this, newWord);
        }

        /** {@return the word} Any thread. Acquire: pairs with the release in {@link #leave}. */
        public long wordAcquire() {
            return (long) WORD.getAcquire(this);
        }

        boolean isInside() {
            return (wordAcquire() & INSIDE) != 0;
        }
    }
}
