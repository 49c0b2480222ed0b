/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.log.Appender;
import io.tailrace.log.LogBuffers;
import io.tailrace.memory.MappedBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Space in a log, to be written in place. A program makes a claim once, has {@link Publication#tryClaim} fill it, and
 * commits or aborts it; then its buffer is empty. {@link #close} aborts unless the claim was committed, so none leaks
 * out of a try-with-resources. Used by the thread that claimed; subscribers wait at an open claim, so be brief. A claim
 * keeps the memory of the log that it was used for last.
 */
public final class Claim implements AutoCloseable {
    private final MappedBuffer window = new MappedBuffer();

    /** Stays when the claim is closed: storing a reference costs a barrier of the garbage collector. */
    @Nullable
    Appender appender;

    long position;
    int frameLength;
    boolean open;

    /** Makes a claim that holds no space yet. */
    public Claim() {}

    /** Puts the window on the space that the claim holds now; where that fails, gives the space back. */
    void open() {
        try {
            LogBuffers log = requireOpen().log();
            window.wrap(log.term(position), log.offset(position) + HEADER_LENGTH, frameLength - HEADER_LENGTH);
        } catch (Throwable t) {
            abort();
            throw t;
        }
    }

    /** {@return whether it holds space that is neither committed nor aborted} */
    public boolean isOpen() {
        return open;
    }

    /** {@return the space: from 0 to the claimed length; empty when the claim is not open} */
    public MutableDirectBuffer buffer() {
        return window;
    }

    /** {@return the claimed length in bytes, 0 when the claim is not open} */
    public int length() {
        return window.capacity();
    }

    /**
     * Publishes the message.
     *
     * @throws IllegalStateException if the claim is not open
     */
    public void commit() {
        Appender holder = requireOpen();
        holder.commitHeld(position, frameLength);
        open = false; // After the commit, without a call between: where an Error prevents that, the claim stays open.
        window.wrap(window, 0, 0);
        holder.wakeSleepers();
    }

    /**
     * Gives the space up: subscribers skip it.
     *
     * @throws IllegalStateException if the claim is not open
     */
    public void abort() {
        Appender holder = requireOpen();
        holder.abortHeld(position, frameLength);
        open = false;
        window.wrap(window, 0, 0);
        holder.wakeSleepers();
    }

    private Appender requireOpen() {
        Appender holder = appender;
        if (!open || holder == null) {
            throw new IllegalStateException("the claim is not open: it was committed, aborted, or never made");
        }
        return holder;
    }

    /** Aborts if it is still open. */
    @Override
    public void close() {
        if (open) {
            abort();
        }
    }
}
