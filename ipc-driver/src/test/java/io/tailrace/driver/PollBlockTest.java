/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of whole committed frames, as {@link Image#pollBlock} delivers them. */
final class PollBlockTest extends WithRig {
    private static final SubscriptionConfig ACKNOWLEDGES = SubscriptionConfig.DEFAULT.withAcknowledgement();

    private final List<String> texts = new ArrayList<>();
    private final List<Integer> types = new ArrayList<>();
    private long end;
    private Tailrace client;

    @BeforeEach
    void connect() {
        client = rig.connect();
    }

    private Image image(SubscriptionConfig config) {
        Subscription subscription = client.addSubscription(STREAM, config);
        rig.until("the image", subscription::isConnected);
        return subscription.images().get(0);
    }

    /** Each block continues where the last one ended, within one term, and has whole frames. */
    private void take(DirectBuffer buffer, int offset, int length, long position, Image image) {
        assertEquals(end, position);
        assertEquals(position / Rig.TERM_LENGTH, (position + length - 1) / Rig.TERM_LENGTH, "within a term");
        int at = 0;
        while (at < length) {
            long header = buffer.getLong(offset + at);
            int frameLength = FrameLayout.length(header);
            assertTrue(frameLength >= FrameLayout.HEADER_LENGTH, () -> "not committed: " + frameLength);
            types.add(FrameLayout.type(header));
            if (FrameLayout.type(header) == FrameLayout.TYPE_DATA) {
                texts.add(buffer.getStringWithoutLengthUtf8(offset + at + 8, frameLength - 8));
            }
            at += FrameLayout.align(frameLength);
        }
        assertEquals(length, at, "whole frames");
        end = position + length;
    }

    @Test
    void thePositionPassesABlockOnceItIsAcknowledgedOrAtOnceWithoutAcknowledgement() {
        Publication publication = client.addPublication(STREAM);
        Image image = image(ACKNOWLEDGES);
        Image free = image(SubscriptionConfig.DEFAULT);
        offer(publication, "a");
        assertThrows(
                LinkageError.class,
                () -> image.pollBlock(
                        (buffer, offset, length, position, from) -> {
                            throw new LinkageError("as if");
                        },
                        100));
        image.acknowledge();
        assertEquals(0, image.readPosition(), "it is delivered again");
        image.pollBlock(this::take, 100);
        offer(publication, "b");
        image.pollBlock(this::take, 100);
        assertEquals(0, image.position());
        assertEquals(32, image.readPosition());
        image.acknowledge();

        assertEquals(32, image.position());
        assertEquals(List.of("a", "b"), texts);
        end = 0;
        free.pollBlock(this::take, 100);
        assertEquals(32, free.position());
    }

    /** When messages are read, the check for messages skips padding; a copy of the log would miss it. */
    @Test
    void aWaitStaysBeforePadding() {
        Publication publication = client.addPublication(STREAM);
        Subscription subscription = client.addSubscription(STREAM, ACKNOWLEDGES);
        rig.until("the image", subscription::isConnected);
        Image image = subscription.images().get(0);
        assertEquals(0, image.pollBlock(this::take, 100));
        assertFalse(subscription.awaitMessage(Duration.ofMillis(1)));
        Claim claim = new Claim();
        assertTrue(publication.tryClaim(8, claim) > 0);
        claim.close();

        assertTrue(subscription.awaitMessage(Duration.ofSeconds(1)), "padding is something to copy");

        assertEquals(16, image.pollBlock(this::take, 100));
        assertEquals(List.of(FrameLayout.TYPE_PAD), types);
    }

    @Test
    void messagesMoveWhereASubscriberDoesNotGate() {
        client.addPublication(STREAM);
        Image image = image(SubscriptionConfig.DEFAULT.withEviction(Duration.ofHours(1)));

        IllegalStateException refusal =
                assertThrows(IllegalStateException.class, () -> image.pollBlock(this::take, 100));

        assertTrue(refusal.getMessage().startsWith("no block: the subscriber does not gate"), refusal::getMessage);
    }

    /** Over many laps, with messages of any length, claims that are open for a while, and blocks of any length. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void blocksAreTheLog(boolean exclusive) {
        long seed = Seeds.of(PollBlockTest.class);
        Random random = new Random(seed);
        Publication publication = Messages.add(client, STREAM, exclusive);
        Image image = image(ACKNOWLEDGES);
        MappedBuffer buffer = MappedBuffer.allocate(Rig.MAX_MESSAGE_LENGTH);
        List<String> expected = new ArrayList<>();
        Claim claim = new Claim();
        for (int step = 0; step < 20_000; step++) {
            int length = 1 + random.nextInt(random.nextInt(10) == 0 ? Rig.MAX_MESSAGE_LENGTH : 100);
            if (random.nextInt(20) == 0 && publication.tryClaim(length, claim) > 0) {
                image.pollBlock(this::take, 1 + random.nextInt(100_000));
                claim.close();
            } else {
                String text = step + "x".repeat(Math.max(0, length - 10));
                buffer.putStringWithoutLengthUtf8(0, text);
                if (publication.offer(buffer, 0, text.length()) > 0) {
                    expected.add(text);
                }
            }
            image.pollBlock(this::take, 1 + random.nextInt(100_000));
            if (random.nextInt(3) == 0) {
                image.acknowledge();
            }
            rig.cycle();
        }
        while (image.pollBlock(this::take, 100_000) > 0) {
            image.acknowledge();
        }

        assertEquals(expected, texts, "seed=" + seed);
        assertTrue(end > 10L * Rig.TERM_LENGTH, "seed=" + seed);
    }
}
