/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import org.agrona.DirectBuffer;

/**
 * An access to mapped memory whose file was truncated. HotSpot notes it in the thread and goes on; the
 * {@link InternalError} comes out later, from wherever the thread next returns from the runtime: on JDK 17 any sleep,
 * lock or allocation, perhaps in code that has nothing to do with it. Where that is the JDK's, between taking a lock
 * and the try behind it, the lock stays taken: a driver was seen to wait for ever for that of a directory stream. So a
 * fault is let out between an access and such a call. Any thread, for its own accesses.
 */
public final class PendingFault {
    @SuppressWarnings("unused") // Written so that the array is made.
    private static byte[][] made = {};

    private PendingFault() {}

    /**
     * Lets it come out here. Takes 50 ns and 16 bytes: an array of several dimensions is made by the runtime, on the
     * interpreter and both compilers of JDK 17 and 25; {@code Thread.yield}, a sleep and reading the clock did not do
     * on 17.
     *
     * @throws InternalError if this thread has touched memory that is gone
     */
    public static void raise() {
        made = new byte[0][0];
    }

    /**
     * As {@link #raise}, where a buffer's file is truncated; else it allocates nothing. A copy from memory that is gone
     * leaves its destination alone.
     *
     * @param index of a byte that is never -1
     * @param probe a byte to copy to
     * @throws InternalError if this thread has touched memory that is gone, as a look at the byte does
     */
    public static void raiseIfGone(DirectBuffer buffer, int index, byte[] probe) {
        probe[0] = -1;
        buffer.getBytes(index, probe, 0, 1);
        if (probe[0] == -1) {
            raise();
        }
    }

    /** Drops one that came behind another: on its way out, code may touch the same memory again. */
    public static void drop() {
        try {
            raise();
        } catch (InternalError e) {
            // The first one has told it, and whoever heard that looks for the file.
        }
    }
}
