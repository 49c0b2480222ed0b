/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void aSectionGetsItsOwnOptionsBesideThoseOfAll() {
        Run run = Run.parse(List.of("--quick", "--own", "1,2", "--out", "x"), Set.of("--own"));
        assertEquals(List.of("1", "2"), run.own().list("--own", ""));
        assertEquals(Path.of("x"), run.out());
        assertTrue(run.quick());
    }

    @Test
    void anOptionOfAnotherSectionOrWithoutItsValueIsRefused() {
        for (List<String> wrong : List.of(List.of("--other", "1"), List.of("--own"), List.of("--own", "1", "2"))) {
            assertThrows(IllegalArgumentException.class, () -> Run.parse(wrong, Set.of("--own")), wrong.toString());
        }
    }
}
