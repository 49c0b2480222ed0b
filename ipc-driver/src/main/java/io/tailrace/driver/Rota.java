/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Whose turn it is, of many that want to be visited again and again: those with work in every cycle, those that had none for
 * a while in a round that takes no longer than {@link #ROUND_NS}, or than a cycle where cycles are rarer. While there are few,
 * all of them in every cycle. One thread.
 */
final class Rota<T> {
    /**
     * With the pause that ends it, which is at most a quarter longer than all before it, no longer than the keeper's longest
     * pause: nobody waits longer than if all were visited in every cycle.
     */
    static final long ROUND_NS = 4_000_000;
    /** As long as a pause takes to grow to its longest, so that no one that works now and then is taken for idle. */
    static final long REST_AFTER_NS = 50_000_000;
    /** So many cost less than it would to spare them. */
    static final int FEW = 32;

    /** Visits one. */
    interface Visitor<T> {
        /** What {@link #visit} returns for one that is not to be visited again. */
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

    Rota(long nowNs) {
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

    /** {@return all of them, in no order} */
    List<T> items() {
        List<T> items = new ArrayList<>();
        busy.forEach(turn -> items.add(turn.item));
        resting.forEach(turn -> items.add(turn.item));
        return items;
    }

    /**
     * One cycle.
     *
     * @param nowNs of any clock that does not step
     * @return the work done
     */
    int visit(long nowNs, Visitor<T> visitor) {
        int share = share(nowNs - lastNs);
        lastNs = nowNs;
        return visitBusy(nowNs, visitor) + visitResting(share, nowNs, visitor);
    }

    /** How many of those that rest come in a cycle. */
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
                resting.add(next, turn); // Behind all others: a round gets no longer by who comes in.
                next++;
                busy.remove(i); // After it has its new place: for want of heap it may get none.
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
