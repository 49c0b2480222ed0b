/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastReceiver;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Uses all of the package: a file, its mappings, every operation family of the buffer, and Agrona's structures on it.
 */
final class FlagFreeMain {
    private FlagFreeMain() {}

    public static void main(String[] args) throws Exception {
        Path path = Files.createTempDirectory("tailrace-test").resolve("file");
        try (MappedFile file = MappedFile.create(path, 64 * 1024, FileAccess.PRIVATE);
                MappedFile reader = MappedFile.openReadOnly(path)) {
            useValues(file.buffer(), reader.buffer());
            useTextAndBlocks(file.buffer());
            useAgrona();
        } finally {
            Files.delete(path);
            Files.delete(path.getParent());
        }
        System.out.println("all done");
    }

    private static void useValues(MappedBuffer buffer, MappedBuffer reader) {
        buffer.verifyAlignment();
        buffer.putLongRelease(0, 42);
        buffer.getAndAddLong(0, 1);
        buffer.compareAndSetInt(8, 0, 1);
        buffer.putByteVolatile(16, (byte) 1);
        buffer.putDouble(24, 1.0);
        check(reader.getLongAcquire(0) == 43);
    }

    private static void useTextAndBlocks(MappedBuffer buffer) {
        buffer.putStringUtf8(64, "text");
        check(buffer.getStringUtf8(64).equals("text"));
        buffer.putIntAscii(128, -17);
        check(buffer.parseIntAscii(128, 3) == -17);
        MappedBuffer window = new MappedBuffer();
        window.wrap(buffer, 256, 512);
        window.putBytes(0, MappedBuffer.of(new byte[100]), 0, 100);
        window.putBytes(0, buffer, 64, 8);
        window.zero(0, 512);
        check(window.hashCode() == new MappedBuffer(window.byteBuffer(), 256, 512).hashCode());
        check(window.equals(window.view(0, 512)));
    }

    private static void useAgrona() {
        OneToOneRingBuffer ring =
                new OneToOneRingBuffer(MappedBuffer.allocate(1024 + RingBufferDescriptor.TRAILER_LENGTH));
        check(ring.write(1, MappedBuffer.allocate(8), 0, 8));
        check(ring.read((type, message, index, length) -> check(length == 8)) == 1);
        MappedBuffer broadcast = MappedBuffer.allocate(1024 + BroadcastBufferDescriptor.TRAILER_LENGTH);
        BroadcastReceiver receiver = new BroadcastReceiver(broadcast);
        new BroadcastTransmitter(broadcast).transmit(1, MappedBuffer.allocate(8), 0, 8);
        check(receiver.receiveNext());
    }

    private static void check(boolean condition) {
        if (!condition) {
            throw new AssertionError("not so");
        }
    }
}
