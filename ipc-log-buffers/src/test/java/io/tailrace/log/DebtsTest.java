/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DebtsTest {
    @Test
    void coversEachPositionOfADebtAndNoOther() {
        Debts debts = new Debts();
        debts.add(64, 32);
        assertFalse(debts.covers(56));
        assertTrue(debts.covers(64));
        assertTrue(debts.covers(88));
        assertFalse(debts.covers(96));
    }
}
