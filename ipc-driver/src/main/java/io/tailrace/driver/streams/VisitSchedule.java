/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Decides which of many items are visited in a cycle. An item with work is visited in every cycle. Items without work
 * for a while rest: each cycle visits a share of them, so that a round over all takes no longer than {@link #ROUND_NS},
 * or than one cycle if cycles are rarer. While few items rest, every cycle visits them all, and so does the last cycle
 * before the keeper sleeps. One thread.
 */
public final class VisitSchedule<T> {
    /**
     * Short enough that no item waits longer than if every cycle visited all: the keeper's naps are just as long.
     */
    static final long ROUND_NS = 4_000_000;
    /**
     * As long as the keeper waits before it sleeps, so that an item with occasional work does not rest.
     */
    public static final long REST_AFTER_NS = 50_000_000;
    /** Visiting this many items costs less than choosing among them. */
    public static final int FEW = 32;

    /** Visits one item. */
    interface Visitor<T> {
        /** Returned by {@link #visit} for an item that is not to be visited again. */
        int DONE = -1;

        /** {@return the work done, or {@link #DONE}} */
        int visit(T item);
    }

    private static final class Turn<T> {
        private final T item;
        private long lastWorkNs;

        Turn(T item, long nowNs) {
            this.item = item;
            this.lastWorkNs = nowNs;
        }
    }

    private final List<Turn<T>> busy = new ArrayList<>();
    private final List<Turn<T>> resting = new ArrayList<>();
    private int next;
    private long lastNs;

    VisitSchedule(long nowNs) {
        this.lastNs = nowNs;
    }

    void add(T item) {
        busy.add(new Turn<>(item, lastNs));
    }

    void removeIf(Predicate<T> condition) {
        busy.removeIf(turn -> condition.test(turn.item));
        resting.removeIf(turn -> condition.test(turn.item));
        next = 0;
    }

    /** {@return all items, in no order} */
    List<T> items() {
        List<T> items = new ArrayList<>();
        busy.forEach(turn -> items.add(turn.item));
        resting.forEach(turn -> items.add(turn.item));
        return items;
    }

    /**
     * Makes the visits of one cycle.
     *
     * @param nowNs the time of any clock that does not step
     * @param visitAll whether to visit all resting items, too
     * @return the work done
     */
    int visit(long nowNs, boolean visitAll, Visitor<T> visitor) {
        int share = visitAll ? resting.size() : share(nowNs - lastNs);
        lastNs = nowNs;
        return visitBusy(nowNs, visitor) + visitResting(share, nowNs, visitor);
    }

    /** {@return how many of the resting items are visited in a cycle} */
    private int share(long elapsedNs) {
        int count = resting.size();
        long byTime = 1 + count * Math.min(elapsedNs, ROUND_NS) / ROUND_NS;
        return (int) Math.min(count, Math.max(byTime, FEW));
    }

    private int visitBusy(long nowNs, Visitor<T> visitor) {
        int work = 0;
        for (int i = busy.size() - 1; i >= 0; i--) {
            Turn<T> turn = busy.get(i);
            int done = visitor.visit(turn.item);
            if (done > 0) {
                turn.lastWorkNs = nowNs;
                work += done;
            } else if (done == Visitor.DONE) {
                busy.remove(i);
                work++;
            } else if (nowNs - turn.lastWorkNs > REST_AFTER_NS) {
                resting.add(next, turn); // It is queued last, so that this round does not become longer.
                next++;
                busy.remove(i); // Last: if heap runs short above, the item keeps its place.
            }
        }
        return work;
    }

    private int visitResting(int share, long nowNs, Visitor<T> visitor) {
        int work = 0;
        for (int i = 0; i < share; i++) {
            next = next < resting.size() ? next : 0;
            Turn<T> turn = resting.get(next);
            int done = visitor.visit(turn.item);
            if (done == 0) {
                next++;
                continue;
            }
            if (done == Visitor.DONE) {
                work++;
            } else {
                turn.lastWorkNs = nowNs;
                busy.add(turn);
                work += done;
            }
            resting.remove(next);
        }
        return work;
    }
}
