/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.agrona.concurrent.broadcast.RecordDescriptor.RECORD_ALIGNMENT;
import static org.agrona.concurrent.broadcast.RecordDescriptor.lengthOffset;
import static org.agrona.concurrent.broadcast.RecordDescriptor.msgOffset;
import static org.agrona.concurrent.broadcast.RecordDescriptor.typeOffset;

import io.tailrace.control.MessageCodec.MalformedMessageException;
import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.agrona.BitUtil;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.agrona.concurrent.broadcast.RecordDescriptor;

/**
 * Both ends of the events: the driver sends the events of all clients, and each client receives those that carry its
 * id. The bytes are those of Agrona's broadcast.
 */
public final class EventBroadcast {
    private static final int MESSAGE_TYPE = 1;
    private static final int MAX_EVENT_LENGTH = 4096;

    private EventBroadcast() {}

    private static int capacityOf(MappedBuffer region) {
        return region.capacity() - BroadcastBufferDescriptor.TRAILER_LENGTH;
    }

    /**
     * The driver's end. It never waits: it overwrites events that a slow client has not read, and that client then asks
     * for its whole state. Used only by the driver's conductor.
     */
    public static final class Sender {
        private final MappedBuffer region;
        private final BroadcastTransmitter transmitter;
        private final LongConsumer wakeClient;
        private final MessageCodec codec = new MessageCodec();
        private final MappedBuffer scratch = MappedBuffer.allocate(MAX_EVENT_LENGTH);
        private final Map<Long, Long> lastTo = new HashMap<>();

        /** @param wakeClient wakes the conductor of the client that an event is for */
        public Sender(MappedBuffer region, LongConsumer wakeClient) {
            this.region = region;
            this.transmitter = new BroadcastTransmitter(region);
            this.wakeClient = wakeClient;
        }

        public void send(Event event) {
            int length = codec.encode(event, scratch);
            transmitter.transmit(MESSAGE_TYPE, scratch, 0, length);
            lastTo.put(event.clientId(), position());
            wakeClient.accept(event.clientId());
        }

        /** {@return the position after the last event for a client; 0 if there was none} */
        public long lastTo(long clientId) {
            return lastTo.getOrDefault(clientId, 0L);
        }

        /** Called when a client is gone. */
        public void forget(long clientId) {
            lastTo.remove(clientId);
        }

        /** {@return the position of the events, in bytes} */
        public long position() {
            return region.getLong(capacity() + BroadcastBufferDescriptor.TAIL_COUNTER_OFFSET);
        }

        /** {@return how far a client may be behind before it loses some} */
        public int capacity() {
            return capacityOf(region);
        }
    }

    /**
     * A client's end. Used by one thread at a time.
     *
     * <p>Agrona's own receiver computes the place of the next record from a length that the driver may overwrite while
     * the receiver reads it, and then receives nothing more or goes back in time. This one uses nothing that it has
     * read until it knows that the driver has not overwritten it meanwhile.
     */
    public static final class Receiver {
        private final MappedBuffer region;
        private final int capacity;
        private final MessageCodec codec = new MessageCodec();
        private final MappedBuffer scratch = MappedBuffer.allocate(MAX_EVENT_LENGTH);
        private long next;
        private boolean lapped;

        /** Begins with the latest event. */
        public Receiver(MappedBuffer region) {
            this.region = region;
            this.capacity = capacityOf(region);
            BroadcastBufferDescriptor.checkCapacity(capacity);
            this.next = region.getLongVolatile(capacity + BroadcastBufferDescriptor.LATEST_COUNTER_OFFSET);
        }

        /**
         * Receives the available events, up to the place where some were lost. An event after that place may answer an
         * earlier question, so the caller must check {@link #wasLapped} before it trusts any of them.
         *
         * @param clientId whose events to pass on
         * @return how many events it examined
         * @throws MalformedMessageException if the driver writes bytes that are not an event
         */
        public int receive(long clientId, int limit, Consumer<Event> handler) {
            int count = 0;
            while (count < limit && !lapped && next < tail()) {
                count++;
                int length = copyNext();
                // The events of all clients pass here, and only this client's are worth decoding.
                if (length > 0 && codec.readClientId(scratch, 0, length) == clientId) {
                    handler.accept(codec.decodeEvent(scratch, 0, length));
                }
            }
            return count;
        }

        /** Copies the next event and moves after it. Returns its length; 0 if it was padding or was overwritten. */
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

        /** If the driver, which never waits, has overwritten the record at the cursor, skips everything available. */
        private boolean wasOverwritten() {
            // All reads above happen before the read of the driver's intent: pairs with its release of the intent
            // before it writes.
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
}
