/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchMessageTest {
    @ParameterizedTest
    @CsvSource({"0,0", "63,1", "1,281474976710655", "63,281474976710655"})
    void wordHasPublisherAndNumber(int publisher, long number) {
        long word = BenchMessage.word(publisher, number);
        assertEquals(publisher, BenchMessage.publisher(word));
        assertEquals(number, BenchMessage.number(word));
        assertFalse(BenchMessage.isLast(word));

        long last = BenchMessage.lastWord(publisher, number);
        assertEquals(publisher, BenchMessage.publisher(last));
        assertEquals(number, BenchMessage.number(last));
        assertTrue(BenchMessage.isLast(last));
    }
}
