/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void optionsOfASectionAreTakenOutWithTheirValues() {
        Options.Split split = Options.split(List.of("--quick", "--own", "1,2", "--out", "x"), Set.of("--own"));
        assertEquals(List.of("--own", "1,2"), split.own());
        assertEquals(List.of("--quick", "--out", "x"), split.common());
    }
}
