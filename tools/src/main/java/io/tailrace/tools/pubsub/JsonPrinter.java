/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import org.agrona.DirectBuffer;

/**
 * Prints an object a line: position, publisher, length, and {@code text} if the bytes are UTF-8, else {@code hex}. Does
 * not flush.
 */
final class JsonPrinter implements FrameHandler {
    private final JsonLines lines;

    JsonPrinter(Output output) {
        this.lines = new JsonLines(output, "");
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        print(buffer, offset, length, header.position(), header.publisherId());
    }

    void print(DirectBuffer buffer, int offset, int length, long position, long publisherId) {
        byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        String text = EscapedText.decode(bytes, length, false);
        lines.object(json -> {
            json.writeNumberField("position", position);
            json.writeNumberField("publisher", publisherId);
            json.writeNumberField("length", length);
            json.writeStringField(text == null ? "hex" : "text", text == null ? EscapedText.hex(bytes, length) : text);
        });
    }
}
