/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import static io.tailrace.ask.RequestsInFlight.ALL_PLACES;
import static io.tailrace.ask.RequestsInFlight.NEVER;
import static io.tailrace.ask.RequestsInFlight.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
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

    private long open(long places, boolean timesOut) {
        long correlation = inFlight.next();
        inFlight.open(places, timesOut);
        return correlation;
    }

    @Test
    void theTimeOfARequestBeginsWithTheNextLookAtTheClock() {
        assertFalse(inFlight.needsClock());
        long endless = open(1, false);
        assertFalse(inFlight.needsClock());
        long first = open(1, true);
        assertTrue(inFlight.needsClock());
        assertEquals(NONE, inFlight.findOverdue(Long.MAX_VALUE - 1));

        inFlight.look(100);
        long second = open(1, true);
        inFlight.look(200);
        assertEquals(100 + TIMEOUT_NS, inFlight.earliestNs());
        assertEquals(NONE, inFlight.findOverdue(100 + TIMEOUT_NS - 1));
        assertEquals(first, inFlight.findOverdue(100 + TIMEOUT_NS));
        assertTrue(inFlight.settle(first, ALL_PLACES));
        assertEquals(NONE, inFlight.findOverdue(200 + TIMEOUT_NS - 1));
        assertEquals(second, inFlight.findOverdue(200 + TIMEOUT_NS));
        assertTrue(inFlight.settle(second, ALL_PLACES));
        assertEquals(NEVER, inFlight.earliestNs());
        assertTrue(inFlight.isOpen(endless));
    }

    @Test
    void aSlotThatIsUsedOverAndOverBetweenTwoLooksIsDatedOnce() {
        long before = open(1, true);
        for (int i = 0; i < 3 * CAPACITY; i++) {
            assertTrue(inFlight.settle(open(1, i % 2 == 0), ALL_PLACES));
        }
        long last = open(1, true);
        inFlight.look(10);
        inFlight.look(20);
        assertEquals(before, inFlight.findOverdue(10 + TIMEOUT_NS), "no second date");
        assertTrue(inFlight.settle(before, ALL_PLACES));
        assertEquals(last, inFlight.findOverdue(10 + TIMEOUT_NS));
    }

    /** A correlation is never used again, and a request ends with the last of its places: against a map of sets. */
    @Test
    void anyOrderOfStepsIsAsAMapWouldHaveIt() {
        Random random = new Random(Seeds.of(RequestsInFlightTest.class));
        Map<Long, Set<Integer>> expected = new HashMap<>();
        Set<Long> timed = new LinkedHashSet<>();
        Set<Long> ended = new HashSet<>();
        for (int step = 0; step < STEPS; step++) {
            assertEquals(expected.size() == CAPACITY, inFlight.isFull());
            if (!inFlight.isFull() && random.nextBoolean()) {
                int places = 1 + random.nextInt(7);
                boolean timesOut = random.nextBoolean();
                long correlation = open(places, timesOut);
                if (timesOut) {
                    timed.add(correlation);
                }
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
                assertEquals(left.contains(place), inFlight.settle(correlation, 1L << place), "step=" + step);
                if (left.contains(place)) {
                    left.remove(place);
                    if (left.isEmpty()) {
                        expected.remove(correlation);
                        timed.remove(correlation);
                        ended.add(correlation);
                    }
                }
                assertEquals(expected.containsKey(correlation), inFlight.isOpen(correlation));
            }
            assertEquals(expected.size(), inFlight.count());
            inFlight.look(0);
            long overdue = inFlight.findOverdue(TIMEOUT_NS);
            assertEquals(
                    timed.isEmpty() ? NONE : timed.iterator().next(), overdue, "the oldest of those that time out");
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
