/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Image;
import io.tailrace.Origin;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.client.Client;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogMirror;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.stream.LogPublication;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Mirrors: logs that stand for one of another host, and do not end with their publisher. */
@Timeout(30)
final class MirrorTest extends WithRig {
    private static final long BEGIN = 5L * Rig.TERM_LENGTH / 2;
    private static final LogMirror ORIGIN =
            new LogMirror("alpha", 7, Duration.ofMinutes(1).toNanos());
    private static final SubscriptionConfig OLDEST = SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST);

    private final MappedBuffer block = MappedBuffer.allocate(1024);
    private Client client;

    @BeforeEach
    void connect() {
        client = (Client) rig.connect();
    }

    private LogPublication mirror(Tailrace by, LogMirror origin, long begin) {
        return ((Client) by).addMirror(STREAM, origin, begin, Rig.TERM_LENGTH);
    }

    private LogPublication mirror() {
        return mirror(client, ORIGIN, BEGIN);
    }

    /** Writes frames as they stand in the log of another host. Returns their length. */
    private int frames(String... texts) {
        int at = 0;
        for (String text : texts) {
            int length = block.putStringWithoutLengthUtf8(at + 8, text);
            block.putLong(at, FrameLayout.header(8 + length, FrameLayout.TYPE_DATA, 33));
            at += FrameLayout.align(8 + length);
        }
        return at;
    }

    private void append(LogPublication mirror, String... texts) {
        int length = frames(texts);
        long position = mirror.position();
        assertEquals(position + length, mirror.appendBlock(block, 0, length, position));
    }

    private boolean receives(Subscription subscription, int count) {
        subscription.poll(received, 10);
        return received.count() == count;
    }

    @Test
    void aMirrorBeginsWhereItIsToldAndHasWhatIsAppended() {
        LogPublication mirror = mirror();
        Subscription subscription = client.addSubscription(STREAM, OLDEST);
        append(mirror, "a", "bcd");
        append(mirror, "efghijklmnop");

        rig.until("three messages", () -> receives(subscription, 3));

        assertEquals(List.of("a", "bcd", "efghijklmnop"), received.texts());
        Image image = subscription.images().get(0);
        assertEquals(new Origin("alpha", 7), image.origin());
        assertEquals(BEGIN, image.joinPosition());
        assertEquals(BEGIN + 56, image.position());
        assertEquals(mirror.registrationId(), received.frames().get(0).publisherId());
    }

    @Test
    void theNextPublisherGoesOnAndSubscribersKeepTheirImage() {
        LogPublication first = mirror();
        Subscription subscription = client.addSubscription(STREAM);
        rig.until("connected", subscription::isConnected);
        append(first, "a");
        first.close();
        rig.settle();
        Subscription late = client.addSubscription(STREAM, OLDEST);
        Client other = (Client) rig.connect();

        LogPublication second = mirror(other, ORIGIN, 0);
        assertEquals(first.logId(), second.logId());
        assertEquals(BEGIN + 16, second.position());
        append(second, "b");

        rig.until("both", () -> receives(subscription, 2));
        assertEquals(List.of("a", "b"), received.texts());
        assertEquals(1, subscription.images().size());
        rig.until("late", () -> late.isConnected());
        assertEquals(BEGIN, late.images().get(0).joinPosition());
    }
}
