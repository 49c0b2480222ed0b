/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.JsonSchemas;
import io.tailrace.tools.command.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonFormatTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ByteArrayOutputStream target = new ByteArrayOutputStream();
    private final Output output = new Output(target);
    private final FrameHandler printer = SubCommand.printer(SubCommand.Format.JSON, output);

    private record Place(long position, long endPosition, long publisherId, String stream) implements Header {
        @Override
        public Image image() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aMessageIsAnObjectALineWithHexWhatIsNoText() {
        print(bytes("\"\\\n\u0001 grün 😀"));
        print(bytes(""));
        print(new byte[] {0, (byte) 0xff});
        assertEquals("""
                {"position":8,"publisher":5,"length":15,"text":"\\"\\\\\\n\\u0001 grün 😀"}
                {"position":8,"publisher":5,"length":0,"text":""}
                {"position":8,"publisher":5,"length":2,"hex":"00ff"}
                """, flushed());
    }

    /** Longer than the buffers on the way: characters of 1 to 4 bytes are cut at each of their bytes. */
    @Test
    void longMessagesComeBack() throws IOException {
        byte[] random = new byte[60_000];
        new Random(1).nextBytes(random);
        for (byte[] message : List.of(bytes("a\"ü€😀".repeat(5_000)), random, bytes("short"))) {
            print(message);
            String line = flushed();
            assertArrayEquals(message, parse(line));
            JsonSchemas.assertValid("sub", line);
            target.reset();
        }
    }

    private static byte[] parse(String line) throws IOException {
        JsonNode object = JSON.readTree(line);
        return object.has("hex")
                ? HexFormat.of().parseHex(object.path("hex").asText())
                : bytes(object.path("text").asText());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void print(byte[] bytes) {
        MappedBuffer buffer = new MappedBuffer(ByteBuffer.allocate(bytes.length + 3));
        buffer.putBytes(2, bytes);
        printer.onFrame(buffer, 2, bytes.length, new Place(8, 16, 5, "quotes"));
    }

    private String flushed() {
        output.flush();
        return target.toString(StandardCharsets.UTF_8);
    }
}
