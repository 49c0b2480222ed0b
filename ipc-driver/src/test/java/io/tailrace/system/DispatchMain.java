/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Dispatch;
import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * Handles numbered messages on several threads, and notes in a file, which outlives it, how often each was handled:
 * {@code DIRECTORY STREAM FILE WINDOW SEED}. It begins at the position in the file's first eight bytes, where it also
 * notes the position up to which everything is done. Ends when it is killed.
 */
final class DispatchMain {
    static final int COUNTS = 64;
    private static final int WORKERS = 6;

    private DispatchMain() {}

    public static void main(String[] args) throws Exception {
        MappedBuffer notes = MappedFile.openReadWrite(Path.of(args[2])).buffer();
        long from = notes.getLongAcquire(0);
        Random random = new Random(Long.parseLong(args[4]));
        FrameHandler handler = (buffer, offset, length, header) -> {
            if (header.position() >= from) {
                notePosition(notes, Math.max(from, header.image().position()));
                handle(notes, buffer, offset, random);
            }
        };
        ExecutorService pool = Executors.newCachedThreadPool();
        Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
        Subscription subscription = tailrace.addSubscription(
                args[1], SubscriptionConfig.DEFAULT.withJoinAt(SubscriptionConfig.JoinAt.OLDEST));
        try (Dispatch dispatch = subscription
                .dispatch(handler)
                .unordered()
                .workers(WORKERS)
                .window(Integer.parseInt(args[3]), Long.MAX_VALUE)
                .start(pool)) {
            System.out.println("SUBSCRIPTION " + subscription.registrationId());
            dispatch.awaitEnd(Duration.ofHours(1));
        }
    }

    /**
     * Called before each message is handled, so everything done when the process dies was in the window of the position
     * noted last.
     */
    private static synchronized void notePosition(MappedBuffer notes, long position) {
        notes.putLongRelease(0, Math.max(position, notes.getLongAcquire(0)));
    }

    private static void handle(MappedBuffer notes, DirectBuffer buffer, int offset, Random random) {
        int number = (int) buffer.getLong(offset);
        if (random.nextInt(20) == 0) {
            LockSupport.parkNanos(random.nextInt(2_000_000));
        }
        notes.getAndAddLong(COUNTS + Long.BYTES * number, 1);
    }
}
