/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import io.tailrace.memory.MappedBuffer;

/** Finds the messages of a log one after the other, where they are, or in copies. Used by one thread. */
public interface MessageReader {
    /**
     * Moves to the next committed message, over padding.
     *
     * @return its header word; 0 if there is none yet
     * @throws io.tailrace.memory.CorruptLogException if the bytes there are not a frame
     */
    long next();

    /** {@return whether {@link #next} would find a message} */
    boolean isNext();

    /** {@return what holds the message that {@link #next} returned} */
    MappedBuffer buffer();

    /** {@return the offset of its payload there} */
    int payloadOffset();
}
