/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutputTest {
    private final ByteArrayOutputStream target = new ByteArrayOutputStream();
    private final Output output = new Output(target);

    @Test
    void nothingShowsBeforeTheFlush() {
        output.text("grün €").newLine().text(Long.MIN_VALUE + "0").format(" %,d %.1f", 1_234, 0.5);
        output.hex(MappedBuffer.of(new byte[] {0, 1, (byte) 0xab, (byte) 0xff}), 1, 3);
        assertEquals(0, target.size());
        output.flush();
        assertEquals("grün €\n-92233720368547758080 1,234 0.501abff", target.toString(StandardCharsets.UTF_8));
    }

    @Test
    void bytesOfAnyLengthPassUnchanged() {
        Random random = new Random(1);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int length : new int[] {0, 1, 65_535, 65_536, 65_537, 3, 200_000, 0, 70_000}) {
            byte[] bytes = new byte[length + 2];
            random.nextBytes(bytes);
            output.bytes(MappedBuffer.of(bytes), 1, length);
            output.write(bytes, 1, length);
            output.write(bytes[0]);
            expected.write(bytes, 1, length);
            expected.write(bytes, 1, length);
            expected.write(bytes[0]);
        }
        output.flush();
        assertArrayEquals(expected.toByteArray(), target.toByteArray());
    }

    @Test
    void failedWritesAreReportedOnce() {
        Output broken = new Output(new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("No space left on device");
            }
        });
        broken.text("lost");
        String message = assertThrows(UncheckedIOException.class, broken::flush).getMessage();
        assertTrue(message.contains("No space left on device"), message);
        broken.close();
    }
}
