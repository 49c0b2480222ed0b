/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names are in raw data and between processes: they are read as they were written. */
class NamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"roundtrip-32", "oneway-1344-at-500000", "clock-8", "burst-32", "throughput-65536", "poll-8"})
    void cells(String name) {
        Cell cell = Cell.named(name);
        assertEquals(name, cell.toString());
        assertEquals(
                cell.command(), Cell.parse(List.of(cell.command().split(" "))).command());
    }

    @ParameterizedTest
    @ValueSource(strings = {"oneway-32-at-3", "oneway-32", "roundtrip-4", "throughput-65544", "throughput-12"})
    void cellsThatCannotBeMeasured(String name) {
        assertThrows(IllegalArgumentException.class, () -> Cell.named(name));
    }
}
