/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageSourceTest {
    @ParameterizedTest
    @CsvSource({"0,1", "8,9", "9,0", "00,01", "09,10", "0199,0200", "99,00", "'',''"})
    void numbersCountOnInPlace(String before, String after) {
        byte[] digits = before.getBytes(StandardCharsets.US_ASCII);
        MessageSource.Numbered.increment(digits);
        assertEquals(after, new String(digits, StandardCharsets.US_ASCII));
    }
}
