/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Handles the messages of a poll, on the polling thread: a {@link CheckedFrameHandler} that throws no checked
 * exception.
 */
@FunctionalInterface
public interface FrameHandler extends CheckedFrameHandler<RuntimeException> {
    /** {@return a handler that copies each message into a new array} It allocates; the program may keep the array. */
    static FrameHandler ofBytes(Consumer<byte[]> consumer) {
        return (buffer, offset, length, header) -> {
            byte[] message = new byte[length];
            buffer.getBytes(offset, message);
            consumer.accept(message);
        };
    }

    /** {@return a handler that decodes each message as UTF-8} It allocates. Bytes that are not UTF-8 become U+FFFD. */
    static FrameHandler ofString(Consumer<String> consumer) {
        return ofBytes(message -> consumer.accept(new String(message, StandardCharsets.UTF_8)));
    }
}
