/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.memory.MappedBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A claim that a program holds while it writes its message in place. Used by the thread that claimed. It keeps the
 * memory of the log that it was used for last.
 */
public abstract class HeldClaim {
    private final MappedBuffer window = new MappedBuffer();

    /** Kept when the claim is closed, because storing a reference costs a barrier of the garbage collector. */
    private @Nullable Appender appender;

    private long position;
    private int frameLength;
    private boolean open;

    /**
     * Claims space.
     *
     * @return the position after the message, or a negative code of the appender, and the claim stays closed
     * @throws IllegalArgumentException if the length is not valid for a message
     * @throws IllegalStateException if this claim is open
     */
    public final long hold(Appender holder, int length) {
        if (open) {
            throw new IllegalStateException("the claim is still open: commit or abort it first");
        }
        int messageFrameLength = HEADER_LENGTH + holder.checkMessageLength(length);
        int alignedLength = FrameLayout.align(messageFrameLength);
        long claimed = holder.claimToHold(alignedLength);
        if (claimed < 0) {
            return claimed;
        }
        // No call before this: a claim that a StackOverflowError kept from here could not be aborted.
        position = claimed;
        frameLength = messageFrameLength;
        if (appender != holder) {
            appender = holder;
        }
        open = true;
        open();
        return claimed + alignedLength;
    }

    /** Sets the window on the space that the claim holds now; if that fails, gives the space back. */
    private void open() {
        try {
            LogBuffers log = requireOpen().log();
            window.wrap(log.term(position), log.offset(position) + HEADER_LENGTH, frameLength - HEADER_LENGTH);
        } catch (Throwable t) {
            abort();
            throw t;
        }
    }

    /** {@return whether the claim holds space that is neither committed nor aborted} */
    public boolean isOpen() {
        return open;
    }

    /** {@return the claimed space, from index 0 to the claimed length; empty if the claim is not open} */
    public MutableDirectBuffer buffer() {
        return window;
    }

    /** {@return the claimed length in bytes; 0 if the claim is not open} */
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
        open = false; // After the commit, without a call between: if an Error prevents that, the claim stays open.
        window.wrap(window, 0, 0);
        holder.wakeSleepers();
    }

    /**
     * Abandons the space: subscribers skip it.
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
}
