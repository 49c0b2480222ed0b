/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.tools.command.Output;
import org.agrona.DirectBuffer;

/** Where received messages go. What it has taken shows at the next flush. For the thread that polls. */
public abstract class MessageSink implements FrameHandler {
    private long bytes;

    /** For those that are elsewhere. */
    protected MessageSink() {}

    /** {@return one that prints messages, one a line} */
    static MessageSink of(SubCommand.Format format, Output output) {
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
        take(buffer, offset, length, header);
    }

    /** Takes one message, which is valid until this returns. */
    protected abstract void take(DirectBuffer buffer, int offset, int length, Header header);

    /** Lets go of what it has taken. */
    protected abstract void flush();

    /** {@return the bytes of the messages since the last call} */
    final long takeBytes() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }

    /** The bytes as they are. */
    private static final class Text extends MessageSink {
        private final Output output;

        Text(Output output) {
            this.output = output;
        }

        @Override
        protected void take(DirectBuffer buffer, int offset, int length, Header header) {
            output.bytes(buffer, offset, length).newLine();
        }

        @Override
        protected void flush() {
            output.flush();
        }
    }

    /** Two hexadecimal digits a byte. */
    private static final class Hex extends MessageSink {
        private final Output output;

        Hex(Output output) {
            this.output = output;
        }

        @Override
        protected void take(DirectBuffer buffer, int offset, int length, Header header) {
            output.hex(buffer, offset, length).newLine();
        }

        @Override
        protected void flush() {
            output.flush();
        }
    }

    /** Nothing. */
    private static final class None extends MessageSink {
        @Override
        protected void take(DirectBuffer buffer, int offset, int length, Header header) {
            // Counted, and that is all.
        }

        @Override
        protected void flush() {
            // Nothing was written.
        }
    }
}
