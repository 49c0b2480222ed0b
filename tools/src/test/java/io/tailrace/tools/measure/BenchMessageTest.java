/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.measure.BenchPlan.Message;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchMessageTest {
    @ParameterizedTest
    @CsvSource({"0,0", "63,1", "1,281474976710655", "63,281474976710655"})
    void wordHasPublisherAndNumber(int publisher, long number) {
        long word = Message.word(publisher, number);
        assertEquals(publisher, Message.publisher(word));
        assertEquals(number, Message.number(word));
        assertFalse(Message.isLast(word));

        long last = Message.lastWord(publisher, number);
        assertEquals(publisher, Message.publisher(last));
        assertEquals(number, Message.number(last));
        assertTrue(Message.isLast(last));
    }
}
