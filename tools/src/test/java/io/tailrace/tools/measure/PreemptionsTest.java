/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PreemptionsTest {
    @Test
    void fieldIsRead() {
        assertEquals(12, Preemptions.parse(List.of("voluntary_ctxt_switches:\t7", "nonvoluntary_ctxt_switches:\t12")));
        assertNull(Preemptions.parse(List.of("Name:\tjava")));
    }

    @Test
    void theyNeverBecomeFewer() {
        Long before = Preemptions.soFar();
        Long after = Preemptions.soFar();
        assertEquals(before == null, after == null);
        assertTrue(before == null || after >= before);
    }
}
