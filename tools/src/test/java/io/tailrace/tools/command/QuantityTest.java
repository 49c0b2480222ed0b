/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    private enum Kind {
        BYTES,
        COUNT,
        PERCENT,
        DURATION,
        RATE;

        Number parse(String text) {
            return switch (this) {
                case BYTES -> Quantity.bytes(text);
                case COUNT -> Quantity.count(text);
                case PERCENT -> Quantity.percent(text);
                case DURATION -> Quantity.durationNs(text);
                case RATE -> Quantity.rate(text);
            };
        }
    }

    /** Sizes are in steps of 1,024, counts and rates of 1,000, durations in nanoseconds. */
    @ParameterizedTest
    @CsvSource({
        "BYTES, 0=0 4096=4096 64k=65536 1.5k=1536 4M=4194304 1g=1073741824 8589934591g=9223372035781033984",
        "COUNT, 0=0 1000=1000 100k=100000 1m=1000000 2G=2000000000",
        "PERCENT, 0=0 50%=50 99.5=99.5 200%=200",
        "DURATION, 7ns=7 250us=250000 5ms=5000000 1.5s=1500000000 .5s=500000000 10=10000000000 0=0",
        "DURATION, 2m=120000000000 2min=120000000000 1h=3600000000000 99999999999999999999h=9223372036854775807",
        "RATE, 1000=1000 100k=100000 1.5m=1500000 0.5=0.5 0=0"
    })
    void quantitiesMayHaveUnits(Kind kind, String cases) {
        for (String each : cases.split(" ", -1)) {
            String[] parts = each.split("=", -1);
            BigDecimal parsed = new BigDecimal(kind.parse(parts[0]).toString());
            assertEquals(0, new BigDecimal(parts[1]).compareTo(parsed), () -> each + ": " + parsed);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BYTES, ;k;1.0001k;-1;4mb;4 m;4t;9223372036854775808;8589934592g;0x10;١",
        "COUNT, ;-1;1.0005k;many;1kk",
        "PERCENT, ;%;5%%;-1%;1.2.3;5k;NaN;1e3",
        "DURATION, ;s;.;.s;1.2.3s;-5s;5 s;5w;1e3s;NaN;Infinity",
        "RATE, ;/s;-1;fast;1000/min;1..5k"
    })
    void whatIsNoneIsRefusedByItsText(Kind kind, String texts) {
        for (String text : texts.split(";", -1)) {
            String message = assertThrows(IllegalArgumentException.class, () -> kind.parse(text), text)
                    .getMessage();
            assertTrue(message.contains("'" + text + "'"), message);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,0 ns",
        "999,999 ns",
        "1000,1.00 us",
        "9994,9.99 us",
        "9995,10.0 us",
        "99949,99.9 us",
        "99950,100 us",
        "999499,999 us",
        "999500,1.00 ms",
        "999500000,1.00 s",
        "2500000000,2.50 s"
    })
    void timesHaveThreeDigitsAndAUnit(long ns, String text) {
        assertEquals(text, Quantity.latency(ns));
    }

    @Test
    void aLatencyOutOfRangeCountsAsTheEndOfTheRange() {
        Histogram latency = Latencies.newHistogram();
        latency.recordValue(Latencies.inRange(-5));
        latency.recordValue(Latencies.inRange(Long.MAX_VALUE));
        assertEquals(2, latency.getTotalCount());
        assertEquals(0, latency.getMinValue());
        assertTrue(latency.getMaxValue() >= Latencies.LONGEST_NS);
    }
}
