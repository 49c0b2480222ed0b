/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FrameHandlerTest {
    private final MappedBuffer term = MappedBuffer.of("grüße".getBytes(StandardCharsets.UTF_8)); // 7 bytes
    private final Header header = null; // Not looked at.

    @Test
    void textIsDecodedFromItsBytesAlone() {
        List<String> texts = new ArrayList<>();
        FrameHandler handler = FrameHandler.ofString(texts::add);

        handler.onFrame(term, 2, 4, header);
        handler.onFrame(term, 7, 0, header);
        handler.onFrame(term, 3, 1, header);

        assertEquals(List.of("üß", "", "\uFFFD"), texts);
    }

    @Test
    void bytesAreACopy() {
        List<byte[]> messages = new ArrayList<>();
        FrameHandler.ofBytes(messages::add).onFrame(term, 0, 2, header);
        term.putByte(0, (byte) 'x');

        assertArrayEquals(new byte[] {'g', 'r'}, messages.get(0));
    }
}
