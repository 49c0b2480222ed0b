/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.file.FileAccess;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Subscriber slots for the states of a stress test, each with its own position in its log and a message there. The logs
 * have files, because an image needs them, but their names are deleted at once. Any thread.
 */
final class SlotPool {
    private static final int DISTANCE = 128;
    private static final int FRAME_LENGTH = FrameLayout.HEADER_LENGTH + Long.BYTES;
    private static final int OTHERS_POSITION = LogLayout.MIN_TERM_LENGTH;

    /** One slot of one log. */
    record Slot(LogFiles files, int index) {
        long position() {
            return (long) index * DISTANCE;
        }

        /** The keeper assigns the slot to a new subscriber. */
        void giveToAnother() {
            files.buffers().meta().activateSubscriber(index, 2, 2, 2, OTHERS_POSITION, SubscriberPolicy.BLOCK);
        }

        boolean isAnothers() {
            return files.buffers().meta().subscriberPositionAcquire(index) == OTHERS_POSITION;
        }

        private void activate() {
            files.buffers().meta().activateSubscriber(index, 1, 1, 1, position(), SubscriberPolicy.BLOCK);
        }

        private void putMessage() {
            long header = FrameLayout.header(FRAME_LENGTH, FrameLayout.TYPE_DATA, 0);
            files.buffers().term(position()).putLongRelease(files.buffers().offset(position()), header);
        }
    }

    private final ConcurrentLinkedQueue<Slot> free = new ConcurrentLinkedQueue<>();

    /** {@return a slot whose subscriber is before a message} */
    Slot take() {
        Slot slot = free.poll();
        while (slot == null) {
            addLog();
            slot = free.poll();
        }
        slot.activate();
        return slot;
    }

    /** Called when the state that took it is done with it. */
    void giveBack(Slot slot) {
        free.add(slot);
    }

    private void addLog() {
        try {
            LogFiles files = createLog();
            for (int i = 0; i < LogLayout.MAX_SUBSCRIBERS; i++) {
                Slot slot = new Slot(files, i);
                slot.putMessage();
                free.add(slot);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LogFiles createLog() throws IOException {
        Path parent = Files.createTempDirectory("tailrace-stress");
        Path directory = parent.resolve("log");
        LogMeta.Constants constants =
                LogMeta.Constants.of(1, "stress", LogLayout.MIN_TERM_LENGTH, LogLayout.KIND_CONCURRENT);
        try (LogCreation creation = new LogCreation(directory, constants, FileAccess.PRIVATE)) {
            while (!creation.step(LogLayout.MIN_TERM_LENGTH)) {}
            return LogFiles.open(directory, LogFiles.Access.EVERYTHING);
        } finally {
            LogCreation.delete(directory);
            Files.deleteIfExists(parent);
        }
    }
}
