/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages of {@code pub --count}, and the rate that {@code sub} reports. */
class NumbersAndRatesTest {
    @ParameterizedTest
    @CsvSource({"0,1", "8,9", "9,0", "00,01", "09,10", "0199,0200", "99,00", "'',''"})
    void numbersCountOnInPlace(String before, String after) {
        byte[] digits = before.getBytes(StandardCharsets.US_ASCII);
        PubCommand.increment(digits);
        assertEquals(after, new String(digits, StandardCharsets.US_ASCII));
    }

    /** The rate is that between the first and the last message; if all arrived at once, that over the whole time. */
    @ParameterizedTest
    @CsvSource({
        "1000000, 32000000, 2000000000, 60000000000, '1000000 received, 500,000 messages/s, 16.0 MB/s'",
        "10, 20, 0, 2000000000, '10 received, 5 messages/s, 0.0 MB/s'",
        "0, 0, 0, 0, '0 received, 0 messages/s, 0.0 MB/s'"
    })
    void everyReceptionHasARate(long messages, long bytes, long flowNs, long wholeNs, String summary) {
        assertEquals(summary, Receiver.summary(messages, bytes, flowNs, wholeNs));
    }
}
