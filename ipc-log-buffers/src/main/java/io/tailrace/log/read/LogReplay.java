/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import io.tailrace.memory.MappedBuffer;

/**
 * The overwritten frames of a log, as a historian has kept them, position for position. The historian gates, and stores
 * its position only once they are kept; so everything that publishers may overwrite is found here. Used by one thread.
 */
public interface LogReplay extends AutoCloseable {
    /** Stands for a header: the frame kept at the position is damaged. */
    long DAMAGED = -2;

    /** Moves to a position. Returns whether the frame that begins there is kept by now. */
    boolean seek(long position);

    /** {@return the first kept position from the sought one on; {@link io.tailrace.log.LogLayout#NONE} if none is} */
    long nextPosition();

    /** {@return the header word of the next message, over padding; 0 if no more is kept yet; or {@link #DAMAGED}} */
    long next();

    /** {@return the position of the next frame} */
    long position();

    /** {@return the memory that holds the message of the last {@link #next}} */
    MappedBuffer buffer();

    /** {@return the offset of its payload there} */
    int payloadOffset();

    /** Steps over the frame that {@link #next} returned. */
    void consume(long header);

    /** After {@link #DAMAGED}: moves to the next intact frame. Returns its position, or the end of what is kept. */
    long skipDamaged();

    @Override
    void close();
}
