/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A subscriber stores positions that could be true and are not. Another gating subscriber still reads all frames. In a
 * concurrent log no other subscriber reads bytes that are no frame; in an exclusive log, which is not cleaned, an old
 * header may lie within a frame.
 */
final class LyingSubscriberTest extends TwoClients {
    private static final String STREAM = "quotes";
    private static final int ROUNDS = 400;
    private static final int BYTE = 'x';

    private static final long SEED = Seeds.of(LyingSubscriberTest.class);

    private final Random random = new Random(SEED);
    private final MappedBuffer message = MappedBuffer.allocate(Rig.MAX_MESSAGE_LENGTH);
    private long sent;
    private long next;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void othersLoseNothingAndReadNothingElse(boolean exclusive) throws IOException {
        Publication publication = Messages.add(publisher, STREAM, exclusive);
        Subscription honest = subscriber.addSubscription(STREAM);
        Subscription liar = subscriber.addSubscription(STREAM);
        Subscription dropping = subscriber.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP));
        rig.until("images", () -> honest.isConnected() && liar.isConnected() && dropping.isConnected());
        try (LogFiles files =
                LogFiles.open(rig.directory().resolve("logs/" + publication.logId()), LogFiles.Access.META)) {
            LogMeta meta = files.buffers().meta();
            int slot = Rig.slotOf(meta, liar);
            for (int round = 0; round < ROUNDS; round++) {
                publish(publication);
                honest.poll(this::onNext, random.nextInt(200));
                long told = meta.subscriberPositionAcquire(slot);
                long lie = told + 8L * random.nextInt(1 + (int) ((publication.position() - told) / 8));
                meta.subscriberPositionRelease(slot, lie);
                rig.cycle();
                if (!exclusive && random.nextInt(16) == 0) {
                    dropping.poll(LyingSubscriberTest::onAny, 1_000);
                    readFromTheOldest();
                }
            }
        }
        rig.until("everything is read", () -> {
            honest.poll(this::onNext, 1_000);
            return next == sent;
        });
        assertTrue(publication.position() > 5L * Rig.TERM_LENGTH, "laps: position=" + publication.position());
        rig.takeErrors();
    }

    private void publish(Publication publication) {
        for (int count = random.nextInt(60); count > 0; count--) {
            int length = 8 + random.nextInt(1000);
            message.setMemory(0, length, (byte) BYTE);
            message.putLong(0, sent);
            if (publication.offer(message, 0, length) > 0) {
                sent++;
            }
        }
    }

    private void onNext(DirectBuffer buffer, int offset, int length, Header header) {
        assertEquals(next++, buffer.getLong(offset));
        onAny(buffer, offset, length, header);
    }

    private static void onAny(DirectBuffer buffer, int offset, int length, Header header) {
        for (int i = Long.BYTES; i < length; i++) {
            assertEquals(BYTE, buffer.getByte(offset + i), () -> "at " + header.position());
        }
    }

    private void readFromTheOldest() {
        try (Subscription late =
                subscriber.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST))) {
            late.poll(LyingSubscriberTest::onAny, 1_000);
            for (Image image : late.images()) {
                assertEquals(0, image.joinPosition() % FrameLayout.FRAME_ALIGNMENT);
            }
        }
    }
}
