/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.Event;
import io.tailrace.control.EventCodec;
import io.tailrace.memory.MappedBuffer;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;

/** Tells clients what happened. Never waits for anybody: who is lapped asks for its whole state. Conductor only. */
final class EventSender {
    private static final int MESSAGE_TYPE = 1;
    private static final int MAX_EVENT_LENGTH = 4096;

    private final MappedBuffer region;
    private final BroadcastTransmitter transmitter;
    private final EventCodec codec = new EventCodec();
    private final MappedBuffer scratch = MappedBuffer.allocate(MAX_EVENT_LENGTH);

    EventSender(MappedBuffer region) {
        this.region = region;
        this.transmitter = new BroadcastTransmitter(region);
    }

    void send(Event event) {
        int length = codec.encode(event, scratch);
        transmitter.transmit(MESSAGE_TYPE, scratch, 0, length);
    }

    /** {@return how far the events have come, in bytes} */
    long position() {
        return region.getLong(capacity() + BroadcastBufferDescriptor.TAIL_COUNTER_OFFSET);
    }

    /** {@return how far a client may be behind before it loses some} */
    int capacity() {
        return region.capacity() - BroadcastBufferDescriptor.TRAILER_LENGTH;
    }
}
