/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
