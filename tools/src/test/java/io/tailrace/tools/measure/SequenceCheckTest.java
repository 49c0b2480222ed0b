/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequenceCheckTest {
    private final SequenceCheck check = new SequenceCheck();

    @Test
    void messagesInOrderAreClean() {
        accept(0, 1, 2, 3);
        assertCounts(4, 4, 0, 0, 0);
    }

    @Test
    void gapIsLost() {
        accept(0, 3, 4);
        assertCounts(5, 3, 2, 0, 0);
    }

    @Test
    void missingEndIsLost() {
        accept(0, 1);
        assertCounts(5, 2, 3, 0, 0);
    }

    @Test
    void nothingAtAllIsAllLost() {
        assertCounts(7, 0, 7, 0, 0);
    }

    @Test
    void secondCopyIsDuplicated() {
        accept(0, 1, 1, 2, 0);
        assertCounts(3, 5, 0, 2, 0);
    }

    @Test
    void lateMessageIsReordered() {
        accept(0, 2, 1, 3);
        assertCounts(4, 4, 0, 0, 1);
    }

    @Test
    void lateMessageThatComesTwiceIsBoth() {
        accept(0, 4, 2, 2, 1, 3);
        assertCounts(5, 6, 0, 1, 3);
    }

    @Test
    void anyShuffleIsCountedAsByASet() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Long> numbers = new ArrayList<>();
            for (long number = 0; number < 50; number++) {
                for (int copies = random.nextInt(3); copies > 0; copies--) {
                    numbers.add(number);
                }
            }
            Collections.shuffle(numbers, random);
            SequenceCheck shuffled = new SequenceCheck();
            numbers.forEach(shuffled::accept);
            Set<Long> distinct = new HashSet<>(numbers);
            assertEquals(50 - distinct.size(), shuffled.lost(50), "lost, seed=" + seed);
            assertEquals(numbers.size() - distinct.size(), shuffled.duplicated(), "duplicated, seed=" + seed);
            assertEquals(reordered(numbers), shuffled.reordered(), "reordered, seed=" + seed);
        }
    }

    /** Counts first copies that arrive after a greater number. */
    private static long reordered(List<Long> numbers) {
        Set<Long> seen = new HashSet<>();
        long greatest = -1;
        long reordered = 0;
        for (long number : numbers) {
            reordered += seen.add(number) && number < greatest ? 1 : 0;
            greatest = Math.max(greatest, number);
        }
        return reordered;
    }

    private void accept(long... numbers) {
        for (long number : numbers) {
            check.accept(number);
        }
    }

    private void assertCounts(long sent, long received, long lost, long duplicated, long reordered) {
        assertEquals(received, check.received());
        assertEquals(lost, check.lost(sent));
        assertEquals(duplicated, check.duplicated());
        assertEquals(reordered, check.reordered());
    }
}
