/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * Receives messages that are numbered from 0 on, each once, because it stores the position itself: {@code DIRECTORY
 * STREAM FILE}. It notes log, position and number of the last message in the file, which outlives it, and begins after
 * that message. Ends when it is killed.
 */
final class PositionMain implements FrameHandler {
    /** The number of messages: the note of the last message is the first or the second of two, in turn. */
    static final int COUNT = 0;
    /** The number of messages that were not the next one. */
    static final int WRONG = 8;

    static final int NOTES_LENGTH = 64;
    static final int FRAME_LIMIT = 64;

    private static final int FIRST_NOTE = 16;
    private static final int NOTE_LENGTH = 16;
    private static final int POSITION = 8;
    private static final long PAUSE_NS = 20_000;
    private static final long RETRY_NS = 5_000_000;

    private final MappedBuffer notes;

    private PositionMain(MappedBuffer notes) {
        this.notes = notes;
    }

    public static void main(String[] args) throws Exception {
        PositionMain main =
                new PositionMain(MappedFile.openReadWrite(Path.of(args[2])).buffer());
        Subscription subscription = main.subscribe(Path.of(args[0]), args[1]);
        System.out.println("SUBSCRIPTION " + subscription.registrationId());
        while (true) {
            if (subscription.poll(main, FRAME_LIMIT) == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private static int noteOf(long number) {
        return FIRST_NOTE + (int) (number % 2) * NOTE_LENGTH;
    }

    /** Retries while there is no driver, because the driver is killed, too. */
    private Subscription subscribe(Path directory, String stream) {
        long count = notes.getLongAcquire(COUNT);
        int note = noteOf(count - 1);
        JoinAt joinAt =
                count == 0 ? JoinAt.OLDEST : JoinAt.position(notes.getLong(note), notes.getLong(note + POSITION));
        while (true) {
            try {
                return Tailrace.connect(directory)
                        .addSubscription(stream, SubscriptionConfig.DEFAULT.withJoinAt(joinAt));
            } catch (TailraceException e) {
                System.out.println("REFUSED " + joinAt + ": " + e.getMessage());
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        long number = notes.getLong(COUNT);
        if (buffer.getLong(offset) != number) {
            notes.putLongRelease(WRONG, notes.getLong(WRONG) + 1);
            return;
        }
        int note = noteOf(number);
        notes.putLong(note, header.image().logId());
        notes.putLong(note + POSITION, header.endPosition());
        notes.putLongRelease(COUNT, number + 1); // Only now does the note count.
    }
}
