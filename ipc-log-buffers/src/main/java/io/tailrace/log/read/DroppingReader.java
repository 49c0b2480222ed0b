/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.VarHandle;

/**
 * Takes the messages of a {@link FrameReader} for a subscriber that does not gate, and so may be overrun while it
 * reads: publishers write over what it has not read yet. It takes copies, and vouches for none before it has looked
 * whether the memory was released for writing meanwhile. One thread.
 *
 * <pre>
 *   keeper, publisher              this reader
 *   ----------------------------   ---------------------------------
 *   announce the cleaning target   read the header, copy the payload
 *   full fence                     acquire fence
 *   zero, raise the limit, write   read the cleaning target
 * </pre>
 *
 * If the reader has read a byte of the later writing, it sees the announcement that preceded that writing.
 */
public final class DroppingReader {
    /** No header: everything up to the cleaning target is lost. */
    public static final long OVERRUN = -1;

    private static final int FIRST_CAPACITY = 4096;

    private final FrameReader reader;
    private final LogMeta meta;
    private final int maxMessageLength;
    private MappedBuffer message = MappedBuffer.allocate(FIRST_CAPACITY);

    public DroppingReader(LogBuffers log, long position) {
        this.reader = new FrameReader(log, position);
        this.meta = log.meta();
        this.maxMessageLength = LogLayout.maxMessageLength(log.termLength());
    }

    /** {@return the reader whose messages it takes; that steps over them, too} */
    public FrameReader frames() {
        return reader;
    }

    /**
     * Goes to the next committed message, over padding, and copies it.
     *
     * @return its header word, 0 if there is none yet, or {@link #OVERRUN}
     * @throws CorruptLogException if the bytes there, which nobody was allowed to write over, are no frame
     */
    public long next() {
        while (true) {
            long header = reader.peek();
            if (isOverrun()) { // After every header read, whatever it says.
                return OVERRUN;
            }
            if (FrameLayout.length(header) <= 0) {
                return 0;
            }
            reader.check(header);
            if (FrameLayout.type(header) == TYPE_DATA) {
                copy(header);
                return isOverrun() ? OVERRUN : header;
            }
            reader.consume(header);
        }
    }

    private void copy(long header) {
        int length = FrameLayout.length(header) - HEADER_LENGTH;
        if (length > maxMessageLength) {
            throw reader.corrupt(header);
        }
        if (length > message.capacity()) {
            message = MappedBuffer.allocate(Math.min(Math.max(length, 2 * message.capacity()), maxMessageLength));
        }
        message.putBytes(0, reader.buffer(), reader.payloadOffset(), length);
        VarHandle.acquireFence();
    }

    /**
     * Acquire, behind the acquire of the header or the fence behind the copy: pairs with the fence behind the keeper's
     * announcement ({@link LogMeta#cleaningTargetVolatile}), which precedes whatever writes over what was read.
     */
    private boolean isOverrun() {
        return meta.cleaningTargetAcquire() > reader.position();
    }

    /** {@return the copy of the message that {@link #next} returned, from 0 on; the next one overwrites it} */
    public MappedBuffer buffer() {
        return message;
    }

    /** After {@link #OVERRUN}: goes on at the oldest frame that the log still holds. Returns its position. */
    public long skipLost() {
        reader.seek(meta.cleaningTargetAcquire());
        return reader.position();
    }
}
