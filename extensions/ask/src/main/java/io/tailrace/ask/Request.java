/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Space in the log in which a request is written in place. A program creates one once, has {@link Requester#tryClaim}
 * fill it, and commits or aborts it. {@link #close} aborts a request that was not committed, so a try-with-resources
 * leaks none. Only the requester's thread may use it. All later requests wait while it is open, so keep it open only
 * briefly.
 */
public final class Request implements AutoCloseable {
    final BodyClaim claim = new BodyClaim();
    long correlation;

    /** Kept when the claim is closed, because storing a reference costs a barrier of the garbage collector. */
    @Nullable
    Requester requester;

    /** Creates a request that holds no space yet. */
    public Request() {}

    /** {@return whether the request holds space that is neither committed nor aborted} */
    public boolean isOpen() {
        return claim.isOpen();
    }

    /** {@return the claimed space, from index 0 to the claimed length; empty if the request is not open} */
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

    /** Abandons the space and the request's place in flight, if it is still open; no handler is called. */
    public void abort() {
        Requester holder = requester;
        if (claim.isOpen() && holder != null) {
            claim.abort();
            holder.cancel(correlation);
        }
    }

    /** Aborts the request if it is still open. */
    @Override
    public void close() {
        abort();
    }
}
