/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The messages on the command line, in UTF-8. */
record GivenMessages(List<String> messages) implements MessageSource {
    @Override
    public boolean sendAll(Sender sender) {
        for (String message : messages) {
            byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
            if (!sender.send(MappedBuffer.of(bytes), 0, bytes.length)) {
                return false;
            }
        }
        return true;
    }
}
