/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import static io.tailrace.ask.RequestsInFlight.NEVER;
import static io.tailrace.ask.RequestsInFlight.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RequestsInFlightTest {
    private static final int CAPACITY = 8;
    private static final long TIMEOUT_NS = 1000;
    private static final int STEPS = 200_000;

    private final RequestsInFlight inFlight = new RequestsInFlight(CAPACITY, TIMEOUT_NS);

    @Test
    void theTimeOfARequestBeginsWithTheNextLookAtTheClock() {
        assertFalse(inFlight.needsClock());
        long usual = inFlight.open(1, NEVER);
        long early = inFlight.open(1, 500);
        assertTrue(inFlight.needsClock());

        assertFalse(inFlight.look(100));
        assertEquals(500, inFlight.earliestNs());
        assertTrue(inFlight.look(500));
        assertEquals(early, inFlight.findOverdue(0, 500));
        inFlight.end(early);
        assertEquals(NONE, inFlight.findOverdue(0, 500));
        inFlight.findEarliest();
        assertEquals(100 + TIMEOUT_NS, inFlight.earliestNs());
        assertFalse(inFlight.look(100 + TIMEOUT_NS - 1));
        assertTrue(inFlight.look(100 + TIMEOUT_NS));
        assertEquals(usual, inFlight.findOverdue(0, 100 + TIMEOUT_NS));
    }

    @Test
    void aSlotThatIsUsedOverAndOverBetweenTwoLooksIsDatedOnce() {
        for (int i = 0; i < CAPACITY - 1; i++) {
            inFlight.end(inFlight.open(1, NEVER));
        }
        long last = inFlight.open(1, NEVER);
        assertTrue(inFlight.needsClockNow(), "the table of those without a date is full");

        assertFalse(inFlight.look(10));
        assertFalse(inFlight.needsClockNow());
        assertEquals(last, inFlight.findOverdue(0, 10 + TIMEOUT_NS));
        assertFalse(inFlight.look(20), "no second date");
        assertEquals(10 + TIMEOUT_NS, inFlight.earliestNs());
    }

    /** A correlation is never used again, and a request ends with the last of its places: against a map of sets. */
    @Test
    void anyOrderOfStepsIsAsAMapWouldHaveIt() {
        Random random = new Random(Seeds.of(RequestsInFlightTest.class));
        Map<Long, Set<Integer>> expected = new HashMap<>();
        Set<Long> ended = new HashSet<>();
        for (int step = 0; step < STEPS; step++) {
            assertEquals(expected.size() == CAPACITY, inFlight.isFull());
            if (!inFlight.isFull() && random.nextBoolean()) {
                if (inFlight.needsClockNow()) {
                    inFlight.look(step);
                }
                int places = 1 + random.nextInt(7);
                long correlation = inFlight.open(places, NEVER);
                assertFalse(ended.contains(correlation) || expected.containsKey(correlation), "a new one");
                expected.put(
                        correlation,
                        IntStream.range(0, 3)
                                .filter(place -> (places & 1 << place) != 0)
                                .boxed()
                                .collect(Collectors.toSet()));
            } else {
                long correlation = !expected.isEmpty() && random.nextInt(4) > 0
                        ? expected.keySet().iterator().next()
                        : anyNumber(random, step);
                int place = random.nextInt(3);
                Set<Integer> left = expected.getOrDefault(correlation, Set.of());
                assertEquals(left.contains(place), inFlight.settle(correlation, place), "step=" + step);
                if (left.contains(place)) {
                    left.remove(place);
                    if (left.isEmpty()) {
                        expected.remove(correlation);
                        ended.add(correlation);
                    }
                }
                assertEquals(expected.containsKey(correlation), inFlight.isOpen(correlation));
            }
            assertEquals(expected.size(), inFlight.count());
        }
        assertTrue(ended.size() > STEPS / 10, "ended=" + ended.size());
    }

    /** {@return mostly a correlation of before or later, sometimes none} */
    private static long anyNumber(Random random, int step) {
        return switch (random.nextInt(20)) {
            case 0 -> -1;
            case 1 -> Long.MIN_VALUE;
            case 2 -> Long.MAX_VALUE;
            default -> random.nextInt(4 * CAPACITY) + Math.max(0, step - 4L * CAPACITY);
        };
    }
}
