/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import org.agrona.DirectBuffer;

/**
 * The fault of an access to mapped memory whose file was truncated. HotSpot records it in the thread and continues. The
 * {@link InternalError} is thrown later, wherever the thread next returns from the runtime: on JDK 17 from any sleep,
 * lock or allocation, perhaps in unrelated code. If that is JDK code between taking a lock and the following try, the
 * lock stays taken: a driver was seen to wait forever for the lock of a directory stream. So a pending fault is raised
 * between an access and such a call. Any thread, for its own accesses.
 */
public final class PendingFault {
    @SuppressWarnings("unused") // Written so that the array is not optimized away.
    private static byte[][] made = {};

    private PendingFault() {}

    /**
     * Raises a pending fault here. Takes 50 ns and 16 bytes: a multidimensional array is allocated by the runtime, in
     * the interpreter and both compilers of JDK 17 and 25. {@code Thread.yield}, a sleep and reading the clock were not
     * enough on 17.
     *
     * @throws InternalError if this thread has touched memory that is gone
     */
    public static void raise() {
        made = new byte[0][0];
    }

    /**
     * As {@link #raise} if a buffer's file is truncated; otherwise it allocates nothing. A copy from memory that is
     * gone does not change its destination.
     *
     * @param index of a byte that is never -1
     * @param probe a byte to copy to
     * @throws InternalError if this thread has touched memory that is gone, as reading the byte does
     */
    public static void raiseIfGone(DirectBuffer buffer, int index, byte[] probe) {
        probe[0] = -1;
        buffer.getBytes(index, probe, 0, 1);
        if (probe[0] == -1) {
            raise();
        }
    }

    /** Drops a fault that followed another one: while the first propagates, code may touch the same memory again. */
    public static void drop() {
        try {
            raise();
        } catch (InternalError e) {
            // The first fault was reported, and its handler looks for the file.
        }
    }
}
