/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.peer.Library.Sender;
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
final class Memcpy {
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

    String description() {
        return "copies into a mapped ring of " + (ring.capacity() >> 10) + " KiB";
    }

    /** Copies one message. One thread. */
    private void copy(long value, int length) {
        int place = next + length <= ring.capacity() ? next : 0;
        message.putLong(0, value);
        ring.put(place, message, 0, length);
        next = place + length;
    }

    /** Left copies as fast as it can, right does nothing. */
    Slice slice(int payload) {
        return new Slice() {
            /** Looked at the phase once in so many. */
            private static final int BATCH = 64;

            private long number;
            private double rate;

            @Override
            void left() {
                while (isIn(Phase.LEAD_IN)) {
                    copyBatch();
                }
                long first = number;
                long startNs = System.nanoTime();
                while (isIn(Phase.MEASURE)) {
                    copyBatch();
                }
                rate = (number - first) * 1e9 / (System.nanoTime() - startNs);
            }

            private void copyBatch() {
                for (int i = 0; i < BATCH; i++) {
                    copy(number++, payload);
                }
            }

            @Override
            void right() {
                // Nobody reads copies.
            }

            @Override
            Answer result() {
                return new Answer().put("value", rate).put("gigabytesPerSecond", rate * payload / 1e9);
            }
        };
    }
}
