/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.tools.command.Output;
import org.agrona.DirectBuffer;

/** Where received messages go. What it has taken shows at the next flush. For the thread that polls. */
interface MessageSink extends FrameHandler {
    /** Lets go of what it has taken. */
    void flush();

    /** {@return one that prints messages, one a line} */
    static MessageSink of(SubCommand.Format format, Output output) {
        return switch (format) {
            case TEXT ->
                of(
                        (buffer, offset, length, header) ->
                                output.bytes(buffer, offset, length).newLine(),
                        output);
            case HEX ->
                of(
                        (buffer, offset, length, header) ->
                                output.hex(buffer, offset, length).newLine(),
                        output);
            case JSON -> new JsonPrinter(output);
            case NONE -> of((buffer, offset, length, header) -> {}, output);
        };
    }

    private static MessageSink of(FrameHandler printer, Output output) {
        return new MessageSink() {
            @Override
            public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
                printer.onFrame(buffer, offset, length, header);
            }

            @Override
            public void flush() {
                output.flush();
            }
        };
    }
}
