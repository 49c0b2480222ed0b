/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

    /**
     * Numbers from 1 on, each as a message of the same size: decimal digits with leading zeros, or the last digits
     * where there is no room for all.
     */
    record Numbered(long count, long size) implements MessageSource {
        @Override
        public boolean sendAll(Sender sender) {
            sender.checkLength(size);
            byte[] digits = new byte[(int) size];
            Arrays.fill(digits, (byte) '0');
            MappedBuffer message = MappedBuffer.of(digits);
            for (long number = 1; number <= count; number++) {
                increment(digits);
                if (sender.isAskedToEnd() || !sender.send(message, 0, digits.length)) {
                    return false;
                }
            }
            return true;
        }

        static void increment(byte[] digits) {
            for (int i = digits.length - 1; i >= 0; i--) {
                if (digits[i] < '9') {
                    digits[i]++;
                    return;
                }
                digits[i] = '0';
            }
        }
    }
}
