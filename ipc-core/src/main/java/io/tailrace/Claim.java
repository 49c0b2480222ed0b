/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.log.publish.HeldClaim;
import org.agrona.MutableDirectBuffer;

/**
 * Space in a log, to be written in place. A program makes a claim once, has {@link Publication#tryClaim} fill it, and
 * commits or aborts it; then its buffer is empty. {@link #close} aborts unless the claim was committed, so none leaks
 * out of a try-with-resources. Used by the thread that claimed; subscribers wait at an open claim, so be brief. A claim
 * keeps the memory of the log that it was used for last.
 */
@SuppressWarnings("exports") // Of the other class, only what stands here is for programs.
public final class Claim extends HeldClaim implements AutoCloseable {
    /** Makes a claim that holds no space yet. */
    public Claim() {}

    /** {@return whether it holds space that is neither committed nor aborted} */
    @Override
    public boolean isOpen() {
        return super.isOpen();
    }

    /** {@return the space: from 0 to the claimed length; empty when the claim is not open} */
    @Override
    public MutableDirectBuffer buffer() {
        return super.buffer();
    }

    /** {@return the claimed length in bytes, 0 when the claim is not open} */
    @Override
    public int length() {
        return super.length();
    }

    /**
     * Publishes the message.
     *
     * @throws IllegalStateException if the claim is not open
     */
    @Override
    public void commit() {
        super.commit();
    }

    /**
     * Gives the space up: subscribers skip it.
     *
     * @throws IllegalStateException if the claim is not open
     */
    @Override
    public void abort() {
        super.abort();
    }

    /** Aborts if it is still open. */
    @Override
    public void close() {
        if (isOpen()) {
            abort();
        }
    }
}
