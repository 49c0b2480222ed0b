/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void modelIsThatOfTheFirstProcessor() {
        assertEquals(
                "Fast: CPU",
                Machine.model(List.of("processor\t: 0", "model name\t: Fast: CPU", "model name\t: Other")));
        assertEquals("unknown model", Machine.model(List.of()));
    }
}
