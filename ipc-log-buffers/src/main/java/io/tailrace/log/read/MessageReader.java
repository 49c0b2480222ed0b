/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import io.tailrace.memory.CorruptLogException;
import io.tailrace.memory.MappedBuffer;

/**
 * Walks the committed messages of a log from a position on. One thread; it writes nothing to the log.
 *
 * <pre>
 *   for (long header = reader.next(); header != 0; header = reader.next()) {
 *       … reader.buffer(), reader.payloadOffset(), FrameLayout.length(header) - HEADER_LENGTH …
 *       reader.consume(header);
 *   }
 * </pre>
 */
public sealed interface MessageReader permits FrameReader, DroppingReader {
    /** {@return the position of the next frame} */
    long position();

    /** Goes to another frame boundary. */
    void seek(long newPosition);

    /**
     * {@return whether one look at the next header finds no message there; false is no promise of one} Any thread;
     * where another one reads meanwhile, the answer may be that of a moment ago.
     */
    boolean seemsEmpty();

    /**
     * Goes to the next committed message, over padding.
     *
     * @return the header word of a DATA frame, 0 if there is none yet, or, from a reader that does not gate,
     *     {@link DroppingReader#OVERRUN}
     * @throws CorruptLogException if the bytes there are no frame
     */
    long next();

    /** {@return the buffer that holds the message that {@link #next} returned} */
    MappedBuffer buffer();

    /** {@return the offset of its payload there} */
    int payloadOffset();

    /** Steps over the frame that {@link #next} returned. */
    void consume(long header);

    /** Lets go of the memory: nobody reads any more, and to a thread that looks it seems empty. */
    void release();
}
