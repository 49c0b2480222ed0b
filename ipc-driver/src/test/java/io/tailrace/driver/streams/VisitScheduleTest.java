/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class VisitScheduleTest {
    private static final long MIN_PAUSE_NS = 100_000;
    private static final long MAX_PAUSE_NS = 10_000_000;
    private static final int MANY = 1000;

    /** A visited item, and the time of its last visit. */
    private final class Item {
        private int work;
        private int visits;
        private long lastNs = nowNs;
        private long longestGapNs;

        int visit() {
            visits++;
            longestGapNs = Math.max(longestGapNs, nowNs - lastNs);
            lastNs = nowNs;
            return work;
        }
    }

    private long nowNs = 17;
    private final VisitSchedule<Item> schedule = new VisitSchedule<>(nowNs);
    private final List<Item> items = new ArrayList<>();

    private Item add() {
        Item item = new Item();
        items.add(item);
        schedule.add(item);
        return item;
    }

    private void addAndRest(int count) {
        for (int i = 0; i < count; i++) {
            add();
        }
        cycle(0);
        cycle(VisitSchedule.REST_AFTER_NS + 1);
        items.forEach(item -> item.visits = 0);
    }

    private int cycle(long pauseNs) {
        nowNs += pauseNs;
        return schedule.visit(nowNs, false, Item::visit);
    }

    private int visits() {
        return items.stream().mapToInt(item -> item.visits).sum();
    }

    @Test
    void aFewAreVisitedInEveryCycleThoughTheyHaveNoWork() {
        addAndRest(VisitSchedule.FEW);

        cycle(0);
        cycle(0);

        assertEquals(2 * VisitSchedule.FEW, visits());
    }

    @Test
    void manyWithoutWorkAreVisitedInARoundOfItsTime() {
        addAndRest(MANY);
        int cycles = (int) (VisitSchedule.ROUND_NS / MIN_PAUSE_NS);

        for (int i = 0; i < cycles; i++) {
            cycle(MIN_PAUSE_NS);
        }

        items.forEach(item -> assertTrue(item.visits >= 1, "left out"));
        assertTrue(visits() <= MANY + cycles * VisitSchedule.FEW, "visits=" + visits());
    }

    @Test
    void whoHasWorkIsVisitedInEveryCycle() {
        addAndRest(MANY);
        Item item = items.get(MANY / 2);
        item.work = 2;

        assertEquals(2, cycle(VisitSchedule.ROUND_NS), "found in its round");
        assertEquals(2, cycle(0));
        item.work = 0;
        cycle(VisitSchedule.REST_AFTER_NS);

        assertEquals(3, item.visits, "and until it has had none for long");
    }

    @Test
    void whoIsDoneOrRemovedIsNotVisitedAgain() {
        addAndRest(MANY);
        items.get(0).work = VisitSchedule.Visitor.DONE;
        items.get(MANY - 1).work = VisitSchedule.Visitor.DONE;
        Item busy = add();
        busy.work = VisitSchedule.Visitor.DONE;
        Item removed = items.get(1);
        schedule.removeIf(item -> item == removed);

        assertEquals(3, cycle(VisitSchedule.ROUND_NS), "each counts as work");
        cycle(VisitSchedule.ROUND_NS);

        assertEquals(1, items.get(0).visits);
        assertEquals(1, items.get(MANY - 1).visits);
        assertEquals(1, busy.visits);
        assertEquals(0, removed.visits);
        assertEquals(MANY - 3, schedule.items().size());
    }

    @Test
    void nobodyWaitsForLongerThanTheLongestPauseWhateverHappens() {
        long seed = Seeds.of(VisitScheduleTest.class);
        Random random = new Random(seed);
        long pauseNs = MIN_PAUSE_NS;
        for (int i = 0; i < 5_000; i++) {
            if (random.nextInt(3) == 0 && items.size() < MANY) {
                for (int count = random.nextInt(100); count > 0; count--) {
                    add();
                }
            }
            for (Item item : items) {
                int dice = random.nextInt(1000);
                item.work = dice == 0 ? VisitSchedule.Visitor.DONE : dice < 20 ? 1 : 0;
            }
            pauseNs = random.nextInt(30) == 0 ? MIN_PAUSE_NS : Math.min(pauseNs + (pauseNs >> 2), MAX_PAUSE_NS);
            cycle(pauseNs);
            items.removeIf(item -> item.work == VisitSchedule.Visitor.DONE && item.lastNs == nowNs);
            for (Item item : items) {
                assertTrue(item.longestGapNs <= MAX_PAUSE_NS, "gap=" + item.longestGapNs + ", seed=" + seed);
            }
            assertEquals(items.size(), schedule.items().size());
        }
    }
}
