/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The period for which one thread uses an object guarded by {@link ThreadGuard}. Its word shows other threads whether
 * that thread is inside. Each occupancy has its own word, so a thread that does not know yet that it has lost its
 * occupancy disturbs no other thread.
 */
public final class Occupancy extends Padded {
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
     * {@return whether the owner has entered: it was outside, and its occupancy is not revoked} Called by the owner.
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
     * The thread inside leaves. Release: pairs with the acquire in {@link #wordAcquire}: a thread that sees it outside
     * sees all that it did.
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
