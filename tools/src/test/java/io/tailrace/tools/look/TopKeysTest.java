/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.look.StreamSelection.Sorting;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopKeysTest {
    private static final List<Integer> ROWS = IntStream.range(0, 45).boxed().toList();

    private final StreamSelection selection = new StreamSelection(Sorting.STATE);
    private final TopKeys keys = new TopKeys(selection);

    private void press(String pressed) {
        pressed.chars().forEach(key -> keys.press((char) key));
    }

    @Test
    void sGoesThroughTheOrders() {
        for (Sorting expected : List.of(Sorting.RATE, Sorting.LAG, Sorting.POSITION, Sorting.NAME, Sorting.STATE)) {
            press("s");
            assertEquals(expected, selection.sort);
        }
        press("x\u0001\u001aé流"); // They mean nothing.
        assertEquals("q end  s sort: state  / filter  ↑↓ 0-0 of 0", keys.describe(0));
    }

    @Test
    void aFilterAppliesWithEnterAndGoesWithEscape() {
        press("/q流🚀\u007f\u007fx↑\u0001");
        assertEquals("", selection.filter);
        assertEquals("filter: qx_  Enter applies, Esc clears", keys.describe(0));
        press("\n");
        assertEquals("qx", selection.filter);
        assertTrue(keys.describe(0).contains("/ filter: qx (Esc clears)"), keys.describe(0));
        press("/other\u001b");
        assertEquals("", selection.filter);
        press("/\u007fs");
        assertEquals(Sorting.RATE, selection.sort, "an empty filter that is deleted is none");
        assertFalse(keys.isEnded());
        press("q");
        assertTrue(keys.isEnded());
    }

    @Test
    void rowsScrollWithinTheirBounds() {
        assertEquals(ROWS.subList(0, 10), keys.inView(ROWS, 10));
        press("↑");
        assertEquals(ROWS.subList(0, 10), keys.inView(ROWS, 10));
        press("↓↓");
        assertEquals(ROWS.subList(2, 12), keys.inView(ROWS, 10));
        assertTrue(keys.describe(45).endsWith("↑↓ 3-12 of 45"), keys.describe(45));
        press("⇟⇟⇟⇟⇟⇟");
        assertEquals(ROWS.subList(35, 45), keys.inView(ROWS, 10));
        press("⇞");
        assertEquals(ROWS.subList(25, 35), keys.inView(ROWS, 10));
        assertEquals(ROWS.subList(0, 3), keys.inView(ROWS.subList(0, 3), 10), "most have gone");
        assertEquals(List.of(), keys.inView(ROWS, 0), "no space");
        assertEquals(List.of(), keys.inView(List.of(), 10));
    }
}
