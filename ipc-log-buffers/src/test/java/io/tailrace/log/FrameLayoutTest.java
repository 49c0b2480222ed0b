/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.memory.MappedBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameLayoutTest {
    @Test
    void theHeaderIsOneWordOfLengthTypeFlagsAndOwner() {
        MappedBuffer buffer = MappedBuffer.allocate(8);

        buffer.putLong(0, FrameLayout.header(0x01020304, 0x05, 0x0607));

        byte[] bytes = new byte[8];
        buffer.getBytes(0, bytes);
        assertEquals("[4, 3, 2, 1, 5, 0, 7, 6]", Arrays.toString(bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1, 0",
        "-8, 1, 63",
        "134217728, 2, 65535",
        "-134217728, 1, 65535",
        "2147483647, 255, 1",
        "-2147483648, 0, 0"
    })
    void whatIsPutInTheHeaderComesOutOfIt(int length, int type, int owner) {
        long header = FrameLayout.header(length, type, owner);

        assertEquals(length, FrameLayout.length(header));
        assertEquals(type, FrameLayout.type(header));
        assertEquals(owner, FrameLayout.owner(header));
        assertEquals(0, FrameLayout.flags(header));
    }

    @ParameterizedTest
    @CsvSource({"8, 8", "9, 16", "15, 16", "16, 16", "17, 24", "134217727, 134217728"})
    void framesAreAlignedToEightBytes(int length, int alignedLength) {
        assertEquals(alignedLength, FrameLayout.align(length));
    }
}
