/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({"0,0", "4096,4096", "64k,65536", "4M,4194304", "1g,1073741824", "8589934591g,9223372035781033984"})
    void sizesAreInStepsOf1024(String text, long bytes) {
        assertEquals(bytes, Quantity.bytes(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "k", "1.5m", "-1", "4mb", "4 m", "4t", "9223372036854775808", "8589934592g", "0x10", "١"})
    void whatIsNoSizeIsRefusedByItsText(String text) {
        assertTrue(messageOf(() -> Quantity.bytes(text)).contains("'" + text + "'"));
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1000,1000", "100k,100000", "1m,1000000", "2G,2000000000"})
    void countsAreInStepsOf1000(String text, long count) {
        assertEquals(count, Quantity.count(text));
    }

    @ParameterizedTest
    @CsvSource({"0,0", "50%,50", "99.5,99.5", "200%,200"})
    void percentagesMayHaveTheirSign(String text, double percent) {
        assertEquals(percent, Quantity.percent(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "5%%", "-1%", "1.2.3", "5k", "NaN", "1e3"})
    void whatIsNoPercentageIsRefusedByItsText(String text) {
        assertTrue(messageOf(() -> Quantity.percent(text)).contains("'" + text + "'"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5k", "many", "1kk"})
    void whatIsNoCountIsRefusedByItsText(String text) {
        assertTrue(messageOf(() -> Quantity.count(text)).contains("'" + text + "'"));
    }

    @ParameterizedTest
    @CsvSource({
        "7ns,7",
        "250us,250000",
        "5ms,5000000",
        "1.5s,1500000000",
        ".5s,500000000",
        "10,10000000000",
        "0,0",
        "2m,120000000000",
        "2min,120000000000",
        "1h,3600000000000"
    })
    void durationsAreInNanoseconds(String text, long ns) {
        assertEquals(ns, Quantity.durationNs(text));
    }

    @Test
    void endlessDurationsSaturate() {
        assertEquals(Long.MAX_VALUE, Quantity.durationNs("99999999999999999999h"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", ".", ".s", "1.2.3s", "-5s", "5 s", "5w", "1e3s", "NaN", "Infinity"})
    void whatIsNoDurationIsRefusedByItsText(String text) {
        assertTrue(messageOf(() -> Quantity.durationNs(text)).contains("'" + text + "'"));
    }

    @ParameterizedTest
    @CsvSource({"1000,1000", "1000/s,1000", "100k,100000", "1.5m,1500000", "0.5,0.5", "0,0"})
    void ratesAreASecondInStepsOf1000(String text, double rate) {
        assertEquals(rate, Quantity.rate(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/s", "-1", "fast", "1000/min", "1..5k"})
    void whatIsNoRateIsRefusedByItsText(String text) {
        assertTrue(messageOf(() -> Quantity.rate(text)).contains("'" + text + "'"));
    }

    @Test
    void picocliIsToldWhatIsWrong() {
        assertTrue(assertThrows(TypeConversionException.class, () -> new Quantity.Bytes().convert("4q"))
                .getMessage()
                .contains("'4q'"));
        assertThrows(TypeConversionException.class, () -> new Quantity.Count().convert("x"));
        assertThrows(TypeConversionException.class, () -> new Quantity.DurationNs().convert("x"));
        assertThrows(TypeConversionException.class, () -> new Quantity.Rate().convert("x"));
    }

    private static String messageOf(Runnable parse) {
        return assertThrows(IllegalArgumentException.class, parse::run).getMessage();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "512,512", "999,999", "1000,1K", "1536,1.5K", "4096,4K", "10240,10K", "1048576,1M"})
    void sizesForPeopleHaveAFewDigits(double bytes, String text) {
        assertEquals(text, Quantity.shortBytes(bytes));
    }

    @ParameterizedTest
    @CsvSource({"0,0 s", "119999999999,119 s", "120000000000,2 min", "7200000000000,2 h"})
    void timesForPeopleHaveOneUnit(long ns, String text) {
        assertEquals(text, Quantity.shortDuration(ns));
    }

    @ParameterizedTest
    @CsvSource({
        "0,0 ns",
        "999,999 ns",
        "1000,1.00 us",
        "12340,12.3 us",
        "9994,9.99 us",
        "9995,10.0 us",
        "99949,99.9 us",
        "99950,100 us",
        "999400,999 us",
        "999500,1.00 ms",
        "999499999,999 ms",
        "999500000,1.00 s",
        "1000000,1.00 ms",
        "70000000,70.0 ms",
        "2500000000,2.50 s"
    })
    void timesHaveThreeDigitsAndAUnit(long ns, String text) {
        assertEquals(text, Quantity.latency(ns));
    }
}
