/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Space in the log for a request, to be written in place. A program makes one once, has {@link Requester#tryClaim} fill
 * it, and commits or aborts it. {@link #close} aborts unless it was committed, so none leaks out of a
 * try-with-resources. Used by the thread of the requester; all requests behind it wait meanwhile, so be brief.
 */
public final class Request implements AutoCloseable {
    final BodyClaim claim = new BodyClaim();
    long correlation;

    /** Stays when the claim is closed: storing a reference costs a barrier of the garbage collector. */
    @Nullable
    Requester requester;

    /** Makes one that holds no space yet. */
    public Request() {}

    /** {@return whether it holds space that is neither committed nor aborted} */
    public boolean isOpen() {
        return claim.isOpen();
    }

    /** {@return the space: from 0 to the claimed length; empty when it is not open} */
    public MutableDirectBuffer buffer() {
        return claim.body();
    }

    /**
     * Sends the request.
     *
     * @throws IllegalStateException if it is not open
     */
    public void commit() {
        claim.commit();
    }

    /** Gives the space and the request's place in flight up, if it is still open: no handler hears of it. */
    public void abort() {
        Requester holder = requester;
        if (claim.isOpen() && holder != null) {
            claim.abort();
            holder.cancel(correlation);
        }
    }

    /** Aborts if it is still open. */
    @Override
    public void close() {
        abort();
    }
}
