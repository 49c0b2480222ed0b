/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.classic.Arrivals.Message;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Agrona's ring buffer of many producers, on a mapped file. */
final class RingBufferTransport implements Transport {
    /** The talk's. */
    private static final int CAPACITY = 64 * 1024;

    /** The talk's: so that zeroing, which follows each read, counts in a long burst. */
    private static final int READ_LIMIT = 16;

    private static final int TYPE = 1;

    private final MappedByteBuffer file;
    private final ManyToOneRingBuffer ring;
    private final MessageHandler handler;

    RingBufferTransport(Path path, Arrivals arrivals) {
        this.file = IoUtil.mapNewFile(path.toFile(), CAPACITY + RingBufferDescriptor.TRAILER_LENGTH);
        this.ring = new ManyToOneRingBuffer(new UnsafeBuffer(file));
        this.handler = (type, buffer, index, length) -> arrivals.take(buffer.getInt(index));
    }

    @Override
    public Sender sender(int producer, int[] burst, Pause pause) {
        DirectBuffer messages =
                LogTransport.encoded(length -> new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, 64)), burst);
        return () -> {
            for (int i = 0; i < burst.length; i++) {
                int looks = 0;
                while (!ring.write(TYPE, messages, LogTransport.offset(i), Message.LENGTH)) {
                    looks = pause.await(looks);
                }
            }
        };
    }

    @Override
    public boolean poll() {
        return ring.read(handler, READ_LIMIT) > 0;
    }

    @Override
    public void close() {
        IoUtil.unmap(file);
    }
}
