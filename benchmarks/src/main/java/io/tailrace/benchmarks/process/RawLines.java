/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;

/**
 * The least that a message and its answer can take: two words in a mapped file, each written by one process and read by
 * the other. Holds one message each way, so it is for round trips alone.
 */
final class RawLines implements Library {
    private static final int FILE_LENGTH = 4096;
    private static final int STREAM_LENGTH = 1024;

    private final MappedBuffer words;

    RawLines(Side side, Path directory) {
        words = RawFiles.map(side, directory, FILE_LENGTH);
    }

    @Override
    public String description() {
        return "two words of a mapped file";
    }

    @Override
    public Receiver receiver(Stream stream) {
        return new WordReceiver(words, index(stream));
    }

    @Override
    public Sender sender(Stream stream) {
        int index = index(stream);
        return (value, length) -> {
            words.putLongRelease(index, value);
            return true;
        };
    }

    private static int index(Stream stream) {
        return stream.id() * STREAM_LENGTH;
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public void close() {
        // The mapping ends with the process.
    }

    private static final class WordReceiver implements Receiver {
        private final MappedBuffer words;
        private final int index;
        private final Inbox inbox = new Inbox();
        private long last;

        WordReceiver(MappedBuffer words, int index) {
            this.words = words;
            this.index = index;
        }

        @Override
        public int poll() {
            long value = words.getLongAcquire(index);
            if (value == last) {
                return 0;
            }
            last = value;
            inbox.take(value);
            return 1;
        }

        @Override
        public Inbox inbox() {
            return inbox;
        }
    }
}
