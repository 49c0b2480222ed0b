/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * Receives the messages of {@link GenerationMain} processes from the beginning, with a name: {@code DIRECTORY STREAM
 * FILE NAME BLOCK|CATCH_UP}. It notes in the file, which outlives it, the next number of each generation, how many were
 * lost and how many were repeated, and is as slow as the file says. Ends when it is killed.
 */
final class CatchUpMain {
    /** Written by the test: how long it waits after each message. */
    static final int PAUSE_NS = 0;

    static final int LOST = 8;
    static final int REPEATED = 16;
    static final int TOTAL = 24;
    /** How often it ceased to be live. */
    static final int DEPARTURES = 32;
    /** 1: it is live. */
    static final int LIVE = 40;
    /** Bytes that were reported to it as lost. */
    static final int TOLD = 48;

    static final int FRAME_LIMIT = 64;
    static final int NOTES_LENGTH = 64 + Long.BYTES * GenerationMain.MAX_GENERATIONS;

    private static final long IDLE_NS = 20_000;
    private static final long RETRY_NS = 5_000_000;

    private CatchUpMain() {}

    static int next(long generation) {
        return 64 + Long.BYTES * (int) generation;
    }

    public static void main(String[] args) throws Exception {
        MappedBuffer notes = MappedFile.openReadWrite(Path.of(args[2])).buffer();
        notes.putLongRelease(LIVE, 0);
        SubscriptionConfig config = SubscriptionConfig.DEFAULT
                .withPolicy(Policy.valueOf(args[4]))
                .withName(args[3], Duration.ofSeconds(60))
                .withJoinAt(JoinAt.BEGINNING)
                .withOverrunHandler((image, from, to) -> {
                    System.out.println("OVERRUN log=" + image.logId() + ", from=" + from + ", to=" + to);
                    notes.putLongRelease(TOLD, notes.getLong(TOLD) + to - from);
                });
        Subscription subscription = subscribe(Path.of(args[0]), args[1], config);
        System.out.println("SUBSCRIPTION " + subscription.registrationId());
        while (true) {
            int messages = subscription.poll(
                    (buffer, offset, length, header) -> note(notes, buffer, offset, length), FRAME_LIMIT);
            noteLive(notes, subscription.isLive());
            if (messages == 0) {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
    }

    /** Retries while there is no driver, because the driver is killed, too. */
    private static Subscription subscribe(Path directory, String stream, SubscriptionConfig config) {
        while (true) {
            try {
                return Tailrace.connect(directory).addSubscription(stream, config);
            } catch (TailraceException e) {
                System.out.println("REFUSED " + e.getMessage());
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private static void noteLive(MappedBuffer notes, boolean isLive) {
        boolean wasLive = notes.getLong(LIVE) == 1;
        if (wasLive && !isLive) {
            notes.putLongRelease(DEPARTURES, notes.getLong(DEPARTURES) + 1);
        }
        notes.putLongRelease(LIVE, isLive ? 1 : 0);
    }

    private static void note(MappedBuffer notes, DirectBuffer buffer, int offset, int length) {
        GenerationMain.check(buffer, offset, length);
        int index = next(buffer.getLong(offset));
        long number = buffer.getLong(offset + Long.BYTES);
        long next = notes.getLong(index);
        if (number < next) {
            notes.putLongRelease(REPEATED, notes.getLong(REPEATED) + 1);
            return;
        }
        if (number > next) {
            System.out.println("LOST generation=" + buffer.getLong(offset) + ", from=" + next + ", to=" + number);
            notes.putLongRelease(LOST, notes.getLong(LOST) + number - next);
        }
        notes.putLongRelease(index, number + 1);
        notes.putLongRelease(TOTAL, notes.getLong(TOTAL) + 1);
        long pauseNs = notes.getLongAcquire(PAUSE_NS);
        if (pauseNs > 0) {
            LockSupport.parkNanos(pauseNs);
        }
    }
}
