/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.memory.MappedBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FrameLayoutTest {
    @Test
    void theHeaderIsOneWordOfLengthTypeFlagsAndOwner() {
        MappedBuffer buffer = MappedBuffer.allocate(8);

        buffer.putLong(0, FrameLayout.header(0x01020304, 0x05, 0x0607));

        byte[] bytes = new byte[8];
        buffer.getBytes(0, bytes);
        assertEquals("[4, 3, 2, 1, 5, 0, 7, 6]", Arrays.toString(bytes));
    }
}
