/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.memory.MappedBuffer;
import java.util.Arrays;

/**
 * Numbers from 1 on, each as a message of the same size: decimal digits with leading zeros, or the last digits where
 * there is no room for all.
 */
record NumberedMessages(long count, long size) implements MessageSource {
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
