/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.internal.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Guards what one thread at a time may use, not always the same: a second one that comes meanwhile is refused. A thread
 * that uses it again and again enters with a plain store and no atomic instruction, which would take longer than an
 * offer.
 *
 * <pre>
 *   owner                          another thread, under the lock
 *   ----------------------------   ----------------------------------------
 *   say so in its occupancy        revoke that occupancy
 *   (no fence)                     have every thread pass a safepoint
 *   look whether it is revoked     look whether its owner is inside
 * </pre>
 *
 * One of the two sees the other. A safepoint takes some hundred microseconds, so that is done a few times only: where
 * more threads than that take occupancies they share the last one, and each enters with an atomic instruction.
 *
 * <p>A thread that meets anything thrown while it is inside stores {@link #failed}, and leaves without ending its
 * occupancy. It calls nothing for that, because after a stack overflow any call may fail again. The thread that comes
 * next, or waits for the end, settles what it has left: once, under the lock.
 */
public class ThreadGuard {
    /** The word of an occupancy while nobody is inside, where its other bits mean nothing. */
    protected static final long OUTSIDE = 0;

    /** Occupancies that have an owner. */
    private static final int MAX_OWNERS = 16;

    private static final VarHandle OCCUPANCY = Handles.field(MethodHandles.lookup(), "occupancy", Occupancy.class);

    /** The thread inside has failed, and is gone. It stores this itself. */
    public volatile boolean failed;

    /** Stays the same while a thread is inside. */
    private volatile Occupancy occupancy;

    private int owners;

    /** With the first word of the first occupancy, which nobody has yet. */
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
     * {@return the occupancy of the calling thread if it has entered, and no other one was inside since it was; else
     * null} Then all is as that thread left it.
     */
    public final @Nullable Occupancy enterAgain() {
        Occupancy current = current();
        return current.owner == Thread.currentThread() && current.tryEnter() ? current : null;
    }

    private Occupancy enterAnew() {
        Occupancy entered = tryEnter();
        return entered == null ? enterBehindFailed() : entered;
    }

    private Occupancy enterBehindFailed() {
        settleFailed();
        Occupancy entered = tryEnter();
        if (entered == null) {
            throw new IllegalStateException(refusal());
        }
        return entered;
    }

    /** {@return what to tell a thread that comes while another one is inside} */
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

    /** The thread inside has failed: its occupancy ends. Under the lock; called again if it fails, too. */
    protected void settle() {
        current().leave(OUTSIDE);
    }

    /** {@return the occupancy that the calling thread has entered; null if a thread is inside, be it itself} */
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
            last.revoked = false; // Nobody has taken over in the end.
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
     * {@return the occupancy of the thread that is inside, or of the last one} Opaque: by who is inside, or knows that
     * it was.
     */
    public final Occupancy current() {
        return (Occupancy) OCCUPANCY.getOpaque(this);
    }

    /** {@return whether a thread is inside} Any thread. */
    public final boolean isInside() {
        return occupancy.isInside();
    }
}
