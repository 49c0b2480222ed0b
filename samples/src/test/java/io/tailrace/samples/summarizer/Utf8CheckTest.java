/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8CheckTest {
    private final Utf8Check check = new Utf8Check();

    @Test
    void saysWhatAStrictDecoderSays() {
        long seed = System.nanoTime();
        System.out.println("Utf8CheckTest: seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = "aé€😀z".repeat(1 + random.nextInt(3)).getBytes(StandardCharsets.UTF_8);
            if (random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            int offset = random.nextInt(bytes.length);
            int length = random.nextInt(bytes.length - offset + 1);
            assertEquals(isDecoded(bytes, offset, length), check.isUtf8(bytes, offset, length));
        }
    }

    @Test
    void aLineMayBeOfTheFullLength() {
        byte[] bytes = new byte[LineReader.MAX_LINE_LENGTH];
        assertEquals(true, check.isUtf8(bytes, 0, bytes.length));
        bytes[bytes.length - 1] = (byte) 0xC3;
        assertEquals(false, check.isUtf8(bytes, 0, bytes.length));
    }

    private static boolean isDecoded(byte[] bytes, int offset, int length) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
