/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.Output;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/**
 * An object a line: position, publisher, length, and {@code text} where the bytes are UTF-8, else {@code hex}. Does
 * not flush.
 */
final class JsonPrinter implements FrameHandler {
    private final JsonGenerator generator;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private byte[] bytes = new byte[0];
    private char[] characters = new char[0];

    JsonPrinter(Output output) {
        try {
            generator = JsonFactory.builder()
                    .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                    .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
                    .build()
                    .createGenerator(output);
            generator.setPrettyPrinter(new MinimalPrettyPrinter(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        print(buffer, offset, length, header.position(), header.publisherId());
    }

    void print(DirectBuffer buffer, int offset, int length, long position, long publisherId) {
        try {
            generator.writeStartObject();
            generator.writeNumberField("position", position);
            generator.writeNumberField("publisher", publisherId);
            generator.writeNumberField("length", length);
            writePayload(buffer, offset, length);
            generator.writeEndObject();
            generator.writeRaw('\n');
            generator.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writePayload(DirectBuffer buffer, int offset, int length) throws IOException {
        makeRoom(length);
        buffer.getBytes(offset, bytes, 0, length);
        CharBuffer text = CharBuffer.wrap(characters);
        decoder.reset();
        boolean isText =
                !decoder.decode(ByteBuffer.wrap(bytes, 0, length), text, true).isError();
        if (isText) {
            generator.writeFieldName("text");
            generator.writeString(characters, 0, text.position());
        } else {
            generator.writeStringField("hex", EscapedText.hex(bytes, length));
        }
    }

    private void makeRoom(int length) {
        if (length > bytes.length) {
            bytes = new byte[Integer.highestOneBit(length) << 1];
            characters = new char[bytes.length];
        }
    }
}
