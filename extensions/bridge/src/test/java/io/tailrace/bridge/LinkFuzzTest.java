/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.bridge.LinkMessages.BadMessageException;
import io.tailrace.bridge.LinkMessages.Reader;
import io.tailrace.log.FrameLayout;
import io.tailrace.testing.Seeds;
import java.nio.ByteOrder;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A receiver reads random and mutated bytes from the network: it refuses them, or they are valid in a log. */
class LinkFuzzTest {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int ROUNDS = 200 * Integer.getInteger("tailrace.test.fuzz", 100);
    private static final long SEED = Seeds.of(LinkFuzzTest.class);

    private final Random random = new Random(SEED);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[TERM_LENGTH]);

    @Test
    void aBlockIsRefusedOrSound() {
        int sound = 0;
        for (int i = 0; i < ROUNDS; i++) {
            int length = writeFrames();
            long position = 8L * random.nextInt(TERM_LENGTH) + (random.nextInt(50) == 0 ? 4 : 0);
            for (int mutations = random.nextInt(3); mutations > 0; mutations--) {
                buffer.putByte(random.nextInt(length), (byte) random.nextInt());
            }
            try {
                FrameCheck.check(buffer, 0, length, position, position, TERM_LENGTH);
                assertSound(length, position);
                sound++;
            } catch (BadMessageException e) {
                // Refused.
            }
        }
        assertTrue(sound > ROUNDS / 10, "sound=" + sound);
    }

    /** Writes some whole frames. Returns their length. */
    private int writeFrames() {
        int length = 0;
        for (int frames = 1 + random.nextInt(8); frames > 0; frames--) {
            int frameLength = FrameLayout.HEADER_LENGTH + random.nextInt(900);
            int type = random.nextInt(8) == 0 ? FrameLayout.TYPE_PAD : FrameLayout.TYPE_DATA;
            if (type == FrameLayout.TYPE_PAD) {
                frameLength = FrameLayout.align(frameLength);
            }
            buffer.putLong(length, FrameLayout.header(frameLength, type, random.nextInt(4)), ByteOrder.LITTLE_ENDIAN);
            length += FrameLayout.align(frameLength);
        }
        return length;
    }

    /** Checks by independent rules: frames fill the block, and none crosses the end of the term. */
    private void assertSound(int length, long position) {
        assertEquals(0, position % 8);
        assertTrue(position % TERM_LENGTH + length <= TERM_LENGTH);
        int at = 0;
        while (at < length) {
            int frameLength = FrameLayout.length(buffer.getLong(at, ByteOrder.LITTLE_ENDIAN));
            assertTrue(frameLength >= FrameLayout.HEADER_LENGTH, () -> "frameLength=" + frameLength);
            at += FrameLayout.align(frameLength);
        }
        assertEquals(length, at);
    }

    @Test
    void nothingIsReadPastTheEndOfAMessage() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < ROUNDS; i++) {
            random.nextBytes(bytes);
            int length = random.nextInt(64);
            UnsafeBuffer message = new UnsafeBuffer(bytes, 0, length); // It checks its bounds.
            if (random.nextBoolean() && length > 12) {
                message.putInt(8, random.nextInt(length), ByteOrder.LITTLE_ENDIAN); // A text that may be as long.
            }
            try {
                Reader reader = new Reader(message).wrap(message, 0, length);
                while (reader.remaining() > 0) {
                    if (random.nextBoolean()) {
                        reader.text();
                    } else {
                        reader.word();
                    }
                }
            } catch (BadMessageException e) {
                // Refused.
            }
        }
    }
}
