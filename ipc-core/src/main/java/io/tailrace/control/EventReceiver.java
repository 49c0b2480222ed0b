/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.agrona.concurrent.broadcast.RecordDescriptor.RECORD_ALIGNMENT;
import static org.agrona.concurrent.broadcast.RecordDescriptor.lengthOffset;
import static org.agrona.concurrent.broadcast.RecordDescriptor.msgOffset;
import static org.agrona.concurrent.broadcast.RecordDescriptor.typeOffset;

import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.agrona.BitUtil;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.RecordDescriptor;

/**
 * A client's end of the events broadcast, which Agrona's {@code BroadcastTransmitter} writes. One thread at a time.
 *
 * <p>Agrona's own receiver computes where the next record is from a length that may be overwritten while it reads it, and then
 * goes deaf or back in time. Here nothing that was read is used before it is known not to have been overwritten meanwhile.
 */
public final class EventReceiver {
    private static final int MAX_EVENT_LENGTH = 4096;

    private final MappedBuffer region;
    private final int capacity;
    private final EventCodec codec = new EventCodec();
    private final MappedBuffer scratch = MappedBuffer.allocate(MAX_EVENT_LENGTH);
    private long next;
    private boolean lapped;

    /** Begins with the latest event. */
    public EventReceiver(MappedBuffer region) {
        this.region = region;
        this.capacity = region.capacity() - BroadcastBufferDescriptor.TRAILER_LENGTH;
        BroadcastBufferDescriptor.checkCapacity(capacity);
        this.next = region.getLongVolatile(capacity + BroadcastBufferDescriptor.LATEST_COUNTER_OFFSET);
    }

    /**
     * Receives what is there, up to where events were lost: what comes behind may answer what was asked before, and must not be
     * believed until {@link #wasLapped} has been looked at.
     *
     * @param clientId whose events to hand on
     * @return the events looked at
     * @throws MalformedMessageException if the driver writes what is none
     */
    public int receive(long clientId, int limit, Consumer<Event> handler) {
        int count = 0;
        while (count < limit && !lapped && next < tail()) {
            count++;
            int length = copyNext();
            if (length > 0) {
                Event event = codec.decode(scratch, 0, length);
                if (event.clientId() == clientId) {
                    handler.accept(event);
                }
            }
        }
        return count;
    }

    /** Copies the next event and goes behind it. Returns its length, 0 if it was padding or was overwritten. */
    private int copyNext() {
        int offset = (int) next & (capacity - 1);
        int recordLength = region.getInt(lengthOffset(offset));
        int type = region.getInt(typeOffset(offset));
        if (wasOverwritten()) {
            return 0;
        }
        if (recordLength < RecordDescriptor.HEADER_LENGTH || recordLength > capacity - offset) {
            throw new MalformedMessageException("no event: length=" + recordLength + ", offset=" + offset);
        }
        long behind = next + BitUtil.align(recordLength, RECORD_ALIGNMENT);
        if (type == RecordDescriptor.PADDING_MSG_TYPE_ID) {
            next = behind;
            return 0;
        }
        int length = recordLength - RecordDescriptor.HEADER_LENGTH;
        if (length > MAX_EVENT_LENGTH) {
            throw new MalformedMessageException("event too long: length=" + length + ", max=" + MAX_EVENT_LENGTH);
        }
        region.getBytes(msgOffset(offset), scratch, 0, length);
        if (wasOverwritten()) {
            return 0;
        }
        next = behind;
        return length;
    }

    /** If the record at the cursor has been given up by the driver, which waits for nobody, skips all that it has told. */
    private boolean wasOverwritten() {
        // What was read before is read before the driver's intent: pairs with its release of the intent before it
        // writes.
        VarHandle.acquireFence();
        long intent = region.getLongVolatile(capacity + BroadcastBufferDescriptor.TAIL_INTENT_COUNTER_OFFSET);
        if (next + capacity > intent) {
            return false;
        }
        lapped = true;
        next = tail();
        return true;
    }

    private long tail() {
        return region.getLongVolatile(capacity + BroadcastBufferDescriptor.TAIL_COUNTER_OFFSET);
    }

    /** {@return how far it has read, in bytes since the broadcast began} */
    public long position() {
        return next;
    }

    /** {@return whether events were lost since this was last asked; until it is asked, nothing more is received} */
    public boolean wasLapped() {
        boolean result = lapped;
        lapped = false;
        return result;
    }
}
