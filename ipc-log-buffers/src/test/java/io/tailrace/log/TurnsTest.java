/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class TurnsTest {
    /** More than there are owners. */
    private static final int MANY = 40;

    private final Turns turns = new Turns(8);

    private Turn enter() {
        Turn turn = turns.tryEnter();
        assertNotNull(turn);
        return turn;
    }

    private static <T> T byAnother(Supplier<T> action) {
        CompletableFuture<T> result = new CompletableFuture<>();
        new Thread(() -> result.complete(action.get())).start();
        return result.join();
    }

    @Test
    void whoEntersIsInsideUntilItLeaves() {
        assertFalse(turns.isInside());

        Turn turn = enter();
        assertTrue(turns.isInside());
        assertEquals(8 | Turn.INSIDE, turn.word());
        turn.leave(24);

        assertFalse(turns.isInside());
        assertSame(turn, enter(), "a thread that stays keeps its turn");
        assertEquals(24 | Turn.INSIDE, turn.word());
    }

    @Test
    void nobodyEntersWhileAThreadIsInside() {
        Turn turn = enter();

        assertNull(turns.tryEnter(), "not even that thread");
        assertNull(byAnother(turns::tryEnter));
        turn.leave(16);

        assertSame(turn, enter(), "who was refused has left nothing behind");
    }

    @Test
    void aTurnIsHandedOverWithItsWord() {
        Turn first = enter();
        first.leave(16);

        Turn second = byAnother(turns::tryEnter);
        assertNotSame(first, second);
        assertEquals(16 | Turn.INSIDE, second.word());
        assertNull(turns.tryEnter());
        second.leave(24);

        assertEquals(24 | Turn.INSIDE, enter().word());
    }

    @Test
    void manyThreadsShareTheLastTurn() {
        for (int i = 0; i < MANY; i++) {
            byAnother(this::enter).leave(8L * i);
        }
        Turn shared = enter();
        assertNull(byAnother(turns::tryEnter));
        assertNull(turns.tryEnter());
        shared.leave(16);

        assertSame(shared, byAnother(this::enter), "another one costs no safepoint any more");
    }

    /** Threads that come again and again while others are inside, with and without turns of their own. */
    @Test
    void oneThreadAtATimeIsInside() throws Exception {
        int threads = 3;
        AtomicInteger inside = new AtomicInteger();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < MANY; round++) {
                Turns contended = new Turns(0);
                List<Future<Integer>> entered = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    entered.add(executor.submit(() -> enterAgainAndAgain(contended, inside)));
                }
                int sum = 0;
                for (Future<Integer> future : entered) {
                    sum += future.get();
                }
                Turn last = contended.tryEnter();
                assertNotNull(last, "nothing is left behind");
                assertEquals((8L * sum) | Turn.INSIDE, last.word(), "each has seen what the one before it did");
            }
        } finally {
            executor.shutdown();
        }
    }

    private static int enterAgainAndAgain(Turns turns, AtomicInteger inside) {
        int entered = 0;
        for (int i = 0; i < 2_000; i++) {
            Turn turn = turns.tryEnter();
            if (turn != null) {
                assertEquals(1, inside.incrementAndGet());
                entered++;
                inside.decrementAndGet();
                turn.leave((turn.word() & -8) + 8);
            }
        }
        return entered;
    }
}
