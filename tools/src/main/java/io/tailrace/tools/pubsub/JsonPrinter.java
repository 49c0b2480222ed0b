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
import org.agrona.DirectBuffer;

/**
 * Prints an object a line: position, publisher, length, and {@code text} if the bytes are UTF-8, else {@code hex}. Does
 * not flush.
 */
final class JsonPrinter implements FrameHandler {
    private final JsonGenerator generator;
    private byte[] bytes = new byte[0];

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
        if (length > bytes.length) {
            bytes = new byte[Integer.highestOneBit(length) << 1];
        }
        buffer.getBytes(offset, bytes, 0, length);
        try {
            generator.writeStartObject();
            generator.writeNumberField("position", position);
            generator.writeNumberField("publisher", publisherId);
            generator.writeNumberField("length", length);
            String text = EscapedText.decode(bytes, length, false);
            if (text != null) {
                generator.writeStringField("text", text);
            } else {
                generator.writeStringField("hex", EscapedText.hex(bytes, length));
            }
            generator.writeEndObject();
            generator.writeRaw('\n');
            generator.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
