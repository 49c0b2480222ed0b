/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.FrameHandler;
import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Receives messages that are numbered from 0 on, with the name {@code risk}: {@code DIRECTORY STREAM FILE
 * [acknowledging]}. It notes in the file, which outlives it, the next number, how many were lost and how many were
 * repeated. If it acknowledges, what it did since it last acknowledged dies with it. Ends when it is killed.
 */
final class NamedMain {
    static final int NEXT = 0;
    static final int LOST = 8;
    static final int REPEATED = 16;
    static final int ACKNOWLEDGED = 24;
    static final int NOTES_LENGTH = 32;
    static final int FRAME_LIMIT = 64;
    static final String NAME = "risk";
    static final SubscriptionConfig CONFIG = SubscriptionConfig.DEFAULT.withName(NAME, Duration.ofSeconds(60));

    private static final int POLLS_AN_ACKNOWLEDGEMENT = 8;
    private static final long PAUSE_NS = 20_000;
    private static final long RETRY_NS = 5_000_000;

    private NamedMain() {}

    public static void main(String[] args) throws Exception {
        MappedBuffer notes = MappedFile.openReadWrite(Path.of(args[2])).buffer();
        FrameHandler handler = (buffer, offset, length, header) -> note(notes, buffer.getLong(offset));
        boolean isAcknowledging = args.length > 3;
        if (isAcknowledging) {
            notes.putLongRelease(NEXT, notes.getLong(ACKNOWLEDGED));
        }
        SubscriptionConfig config = isAcknowledging ? CONFIG.withAcknowledgement() : CONFIG;
        Subscription subscription = subscribe(Path.of(args[0]), args[1], config);
        System.out.println("SUBSCRIPTION " + subscription.registrationId());
        int polls = 0;
        while (true) {
            if (subscription.poll(handler, FRAME_LIMIT) == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            } else if (isAcknowledging && ++polls % POLLS_AN_ACKNOWLEDGEMENT == 0) {
                notes.putLong(ACKNOWLEDGED, notes.getLong(NEXT));
                subscription.images().forEach(Image::acknowledge);
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

    private static void note(MappedBuffer notes, long number) {
        long next = notes.getLong(NEXT);
        if (number < next) {
            notes.putLong(REPEATED, notes.getLong(REPEATED) + 1);
            return;
        }
        notes.putLong(LOST, notes.getLong(LOST) + number - next);
        notes.putLongRelease(NEXT, number + 1);
    }
}
