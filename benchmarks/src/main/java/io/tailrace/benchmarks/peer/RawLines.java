/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;

/**
 * The least that a message and its answer can take: two words in a mapped file, each written by one process and read by
 * the other. Holds one message each way, so it is for round trips alone.
 */
public final class RawLines implements Library {
    private static final int FILE_LENGTH = 4096;
    private static final int STREAM_LENGTH = 1024;
    private final MappedBuffer words;

    public RawLines(Path directory, boolean isFirst) {
        words = RawRing.map(directory, isFirst, FILE_LENGTH);
    }

    @Override
    public String description() {
        return "two words of a mapped file";
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        return new WordReceiver(words, stream * STREAM_LENGTH, inbox);
    }

    @Override
    public Sender sender(int stream) {
        return new WordSender(words, stream * STREAM_LENGTH);
    }

    private record WordSender(MappedBuffer words, int index) implements Sender {
        @Override
        public boolean send(long value, int count, int length) {
            words.putLongRelease(index, value);
            return true;
        }
    }

    private static final class WordReceiver implements Receiver {
        private final MappedBuffer words;
        private final int index;
        private final Inbox inbox;
        private long last;

        WordReceiver(MappedBuffer words, int index, Inbox inbox) {
            this.words = words;
            this.index = index;
            this.inbox = inbox;
        }

        @Override
        public int poll(int limit) {
            long value = words.getLongAcquire(index);
            if (value == last) {
                return 0;
            }
            last = value;
            inbox.take(value);
            return 1;
        }
    }
}
