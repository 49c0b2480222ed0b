/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.log.publish.HeldClaim;
import org.agrona.MutableDirectBuffer;

/**
 * Space in a log in which a message is written in place. A program creates a claim once, has {@link
 * Publication#tryClaim} fill it, and commits or aborts it; after that its buffer is empty. {@link #close} aborts a
 * claim that was not committed, so a try-with-resources leaks none. Only the thread that claimed may use it.
 * Subscribers wait at an open claim, so keep it open only briefly. A claim keeps the log's memory alive until it is
 * used for another log.
 */
@SuppressWarnings("exports") // Of the superclass, programs use only the methods declared here.
public final class Claim extends HeldClaim implements AutoCloseable {
    /** Creates a claim that holds no space yet. */
    public Claim() {}

    /** {@return whether the claim holds space that is neither committed nor aborted} */
    @Override
    public boolean isOpen() {
        return super.isOpen();
    }

    /** {@return the claimed space, from index 0 to the claimed length; empty if the claim is not open} */
    @Override
    public MutableDirectBuffer buffer() {
        return super.buffer();
    }

    /** {@return the claimed length in bytes; 0 if the claim is not open} */
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
     * Abandons the space: subscribers skip it.
     *
     * @throws IllegalStateException if the claim is not open
     */
    @Override
    public void abort() {
        super.abort();
    }

    /** Aborts the claim if it is still open. */
    @Override
    public void close() {
        if (isOpen()) {
            abort();
        }
    }
}
