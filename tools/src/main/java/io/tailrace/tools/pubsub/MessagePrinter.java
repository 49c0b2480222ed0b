/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.tools.command.Output;
import org.agrona.DirectBuffer;

/** Writes messages, one a line; a format each. What is written shows at the next flush. For the thread that polls. */
abstract class MessagePrinter implements FrameHandler {
    private long bytes;

    static MessagePrinter of(SubCommand.Format format, Output output) {
        return switch (format) {
            case TEXT -> new Text(output);
            case HEX -> new Hex(output);
            case JSON -> new JsonPrinter(output);
            case NONE -> new None();
        };
    }

    @Override
    public final void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        bytes += length;
        print(buffer, offset, length, header);
    }

    abstract void print(DirectBuffer buffer, int offset, int length, Header header);

    abstract void flush();

    /** {@return the bytes of the messages since the last call} */
    final long takeBytes() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }

    /** The bytes as they are. */
    private static final class Text extends MessagePrinter {
        private final Output output;

        Text(Output output) {
            this.output = output;
        }

        @Override
        void print(DirectBuffer buffer, int offset, int length, Header header) {
            output.bytes(buffer, offset, length).newLine();
        }

        @Override
        void flush() {
            output.flush();
        }
    }

    /** Two hexadecimal digits a byte. */
    private static final class Hex extends MessagePrinter {
        private final Output output;

        Hex(Output output) {
            this.output = output;
        }

        @Override
        void print(DirectBuffer buffer, int offset, int length, Header header) {
            output.hex(buffer, offset, length).newLine();
        }

        @Override
        void flush() {
            output.flush();
        }
    }

    /** Nothing. */
    private static final class None extends MessagePrinter {
        @Override
        void print(DirectBuffer buffer, int offset, int length, Header header) {
            // Counted, and that is all.
        }

        @Override
        void flush() {
            // Nothing was written.
        }
    }
}
