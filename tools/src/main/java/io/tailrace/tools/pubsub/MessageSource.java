/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Where the messages of {@code pub} come from. */
interface MessageSource {
    /**
     * Sends all of them.
     *
     * @return false if the command was asked to end before that
     */
    boolean sendAll(Sender sender);

    /** {@return the messages of a command line, in UTF-8} */
    static MessageSource of(List<String> messages) {
        return sender -> messages.stream()
                .map(message -> message.getBytes(StandardCharsets.UTF_8))
                .allMatch(bytes -> sender.send(MappedBuffer.of(bytes), 0, bytes.length));
    }
}
