/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import io.tailrace.memory.MappedBuffer;

/**
 * The frames of a log that were written over there, as a historian has kept them, position for position. The historian
 * gates, and stores its position only once they are kept; so what publishers may write over is found here. One thread.
 */
public interface Past extends AutoCloseable {
    /** In place of a header: what is kept at the position is damaged. */
    long DAMAGED = -2;

    /** Goes to a position. Returns whether the frame that begins there is kept by now. */
    boolean seek(long position);

    /** {@return the first kept position from the sought one on; {@link io.tailrace.log.LogLayout#NONE} if none is} */
    long nextPosition();

    /** {@return the header word of the next message, over padding; 0 if no more is kept yet; or {@link #DAMAGED}} */
    long next();

    /** {@return the position of the next frame} */
    long position();

    /** {@return the memory in which the message lies that {@link #next} returned} */
    MappedBuffer buffer();

    /** {@return the offset of its payload there} */
    int payloadOffset();

    /** Steps over the frame that {@link #next} returned. */
    void consume(long header);

    /** After {@link #DAMAGED}: goes to the next frame that is sound. Returns its position, or where the past ends. */
    long skipDamaged();

    @Override
    void close();
}
