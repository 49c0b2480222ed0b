/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.log.LogLayout;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.read.FrameReader;
import java.util.Random;

/** A client with one subscription, which compares what it reads with the model. */
final class ModelSubscriber {
    final long id;
    private final int slot;
    private final TestLog log;
    private final ModelMessages messages;
    private final Random random;
    private final FrameReader reader;
    private final ReaderCleaning cleaning;
    private long cleaningDueAt;

    ModelSubscriber(long id, int slot, long joinPosition, TestLog log, ModelMessages messages, Random random) {
        this.id = id;
        this.slot = slot;
        this.log = log;
        this.messages = messages;
        this.random = random;
        this.reader = new FrameReader(log.log(), joinPosition);
        this.cleaning = new ReaderCleaning(log.log(), slot, id, Waker.Source.NONE);
    }

    /** {@return the messages read} */
    int poll(int maxMessages) {
        int count = 0;
        long from = reader.position();
        long header;
        while (count < maxMessages && (header = reader.next()) != 0) {
            messages.deliver(from, reader.position(), TestLog.payload(reader, header));
            reader.consume(header);
            from = reader.position();
            count++;
        }
        if (random.nextInt(10) > 0) { // Otherwise the keeper learns of it at the next poll.
            log.meta().subscriberPositionRelease(slot, reader.position());
            if (reader.position() >= cleaningDueAt) {
                cleaningDueAt = cleaning.read(reader.position());
            }
        }
        return count;
    }

    long position() {
        return reader.position();
    }

    void assertHasAll() {
        assertEquals(LogLayout.NONE, messages.firstCommitted(reader.position()), () -> "not delivered to " + this);
    }

    @Override
    public String toString() {
        return "subscriber " + id + " at " + reader.position();
    }
}
