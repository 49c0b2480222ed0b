/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastReceiver;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;

/** Agrona's shared-memory structures work on a {@link MappedBuffer}, even on one that is a part of another. */
class AgronaStructuresTest {
    private static final int CAPACITY = 1024;
    private static final int MESSAGE_COUNT = 20_000;

    @Test
    void aOneToOneRingBufferPassesMessagesInOrder() throws InterruptedException {
        passMessages(new OneToOneRingBuffer(ringMemory()));
    }

    @Test
    void aManyToOneRingBufferPassesMessagesInOrder() throws InterruptedException {
        passMessages(new ManyToOneRingBuffer(ringMemory()));
    }

    @Test
    void aBroadcastReachesItsReceiverUntilItIsLapped() {
        MappedBuffer memory = MappedBuffer.allocate(CAPACITY + BroadcastBufferDescriptor.TRAILER_LENGTH);
        BroadcastTransmitter transmitter = new BroadcastTransmitter(memory);
        BroadcastReceiver receiver = new BroadcastReceiver(memory.view(0, memory.capacity()));
        MappedBuffer event = MappedBuffer.of("event".getBytes(StandardCharsets.US_ASCII));
        transmitter.transmit(7, event, 0, 5);
        assertTrue(receiver.receiveNext());
        assertEquals(7, receiver.typeId());
        assertEquals("event", receiver.buffer().getStringWithoutLengthAscii(receiver.offset(), receiver.length()));
        assertTrue(receiver.validate());
        assertFalse(receiver.receiveNext());
        for (int i = 0; i < 2 * CAPACITY / 16; i++) {
            transmitter.transmit(8, event, 0, 5);
        }
        assertTrue(receiver.receiveNext());
        assertEquals(1, receiver.lappedCount());
    }

    private static MappedBuffer ringMemory() {
        int length = CAPACITY + RingBufferDescriptor.TRAILER_LENGTH;
        return MappedBuffer.allocate(length + 128).view(64, length);
    }

    private static void passMessages(RingBuffer ring) throws InterruptedException {
        Thread producer = new Thread(() -> {
            MappedBuffer message = MappedBuffer.allocate(24);
            for (int i = 0; i < MESSAGE_COUNT; i++) {
                message.putLong(8, i);
                while (!ring.write(1, message, 8, 8 + i % 9)) {
                    LockSupport.parkNanos(1000);
                }
            }
        });
        producer.setDaemon(true);
        producer.start();
        List<Long> received = new ArrayList<>();
        while (received.size() < MESSAGE_COUNT) {
            if (ring.read((type, buffer, index, length) -> received.add(buffer.getLong(index))) == 0) {
                LockSupport.parkNanos(1000);
            }
        }
        producer.join(TimeUnit.SECONDS.toMillis(30));
        for (int i = 0; i < MESSAGE_COUNT; i++) {
            assertEquals(i, received.get(i));
        }
    }
}
