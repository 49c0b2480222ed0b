/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.log.Appender;
import io.tailrace.log.LogBuffers;
import io.tailrace.memory.MappedBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Space in a log, to be written in place: made once, filled by {@link Publication#tryClaim}, and then committed or
 * aborted. {@link #close} aborts unless it was committed, so a claim cannot leak out of a try-with-resources. After
 * either its buffer is empty. Used by the thread that claimed; subscribers wait behind it, so be brief. Who keeps one
 * keeps the memory of the log that it was used for last.
 */
public final class Claim implements AutoCloseable {
    private final MappedBuffer window = new MappedBuffer();

    /**
     * Of the last claim, too: storing a reference takes a barrier of the garbage collector, so it is stored when it
     * changes.
     */
    @Nullable
    Appender appender;

    long position;
    int frameLength;
    boolean open;

    /** Makes a claim that holds no space yet. */
    public Claim() {}

    /** It holds space now: gives a window on it, or gives it back. */
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
        requireOpen().commitHeld(position, frameLength);
        open = false; // Behind it, and without a call in between: what an Error kept from being committed is still
        // open.
        window.wrap(window, 0, 0);
    }

    /**
     * Gives the space up: subscribers skip it.
     *
     * @throws IllegalStateException if the claim is not open
     */
    public void abort() {
        requireOpen().abortHeld(position, frameLength);
        open = false;
        window.wrap(window, 0, 0);
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
