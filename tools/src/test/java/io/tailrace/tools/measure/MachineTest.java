/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    @Test
    void oneProcessorHasNoOtherToTalkTo() {
        assertEquals("1 processor (CPU), Linux, JDK 17", new Machine("17", 1, "CPU", "Linux", null).describe());
    }

    @Test
    void thisOneIsMeasured() {
        Machine machine = Machine.measure();
        Long ns = machine.coreToCoreNs();
        assertTrue(ns == null || (machine.processors() > 1 && ns > 0 && ns < 50_000), machine::describe);
    }
}
