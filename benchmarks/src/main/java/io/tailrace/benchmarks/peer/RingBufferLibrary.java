/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Agrona's ring buffer of many producers, on a mapped file. */
final class RingBufferLibrary implements Library {
    /** The talk's. */
    private static final int CAPACITY = 64 * 1024;

    /** The talk's: so that zeroing, which follows each read, counts in a long burst. */
    private static final int READ_LIMIT = 16;

    private static final int TYPE = 1;

    private final MappedByteBuffer file;
    private final ManyToOneRingBuffer ring;

    RingBufferLibrary(Path path) {
        file = IoUtil.mapNewFile(path.toFile(), CAPACITY + RingBufferDescriptor.TRAILER_LENGTH);
        ring = new ManyToOneRingBuffer(new UnsafeBuffer(file));
    }

    @Override
    public String description() {
        return "Agrona's ring buffer of many producers, on a mapped file";
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        MessageHandler handler = (type, buffer, index, length) -> inbox.take(buffer, index, length);
        return limit -> ring.read(handler, READ_LIMIT);
    }

    @Override
    public Sender sender(int stream) {
        UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Sender.MAX_LENGTH, 64));
        return (value, count, length) -> {
            message.putLong(0, value);
            return ring.write(TYPE, message, 0, length);
        };
    }

    @Override
    public void close() {
        IoUtil.unmap(file);
    }
}
