/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.memory.FileAccess;
import io.tailrace.memory.MappedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A limit: copies from a buffer of the caller's to one place after the other of a mapped ring, as everybody does who
 * offers. Nobody receives them.
 */
final class Memcpy implements Candidate {
    private final ByteBuffer message = ByteBuffer.allocateDirect(Sender.MAX_LENGTH);
    private final ByteBuffer ring;
    private int next;

    Memcpy(int ringLength, Path directory) {
        try {
            Files.createDirectory(directory);
            try (MappedFile file = MappedFile.create(directory.resolve("ring"), ringLength, FileAccess.PRIVATE)) {
                this.ring = file.buffer().byteBuffer();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies one message. One thread. */
    void copy(long value, int length) {
        int place = next + length <= ring.capacity() ? next : 0;
        message.putLong(0, value);
        ring.put(place, message, 0, length);
        next = place + length;
    }

    @Override
    public Slice throughput(int payload, boolean readAll) {
        return new CopySlice(this, payload);
    }

    @Override
    public String description() {
        return "copies into a mapped ring of " + (ring.capacity() >> 10) + " KiB";
    }

    @Override
    public Wire toRight() {
        throw new UnsupportedOperationException("nobody receives copies");
    }

    @Override
    public Wire toLeft() {
        return toRight();
    }

    @Override
    public void close() {
        // Its file is deleted with its directory.
    }
}
