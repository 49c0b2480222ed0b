/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.ThreadGuard.Occupancy;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** In one thread after the other; {@code ThreadGuardStress} has them compete. */
final class ThreadGuardTest {
    /** More than there are owners. */
    private static final int MANY = 40;

    private final ThreadGuard guard = new ThreadGuard(8);

    private Occupancy enter() {
        Occupancy occupancy = guard.tryEnter();
        assertNotNull(occupancy);
        return occupancy;
    }

    private static <T> T byAnother(Supplier<T> action) {
        CompletableFuture<T> result = new CompletableFuture<>();
        new Thread(() -> result.complete(action.get())).start();
        return result.join();
    }

    @Test
    void whoEntersIsInsideUntilItLeaves() {
        assertFalse(guard.isInside());

        Occupancy occupancy = enter();
        assertTrue(guard.isInside());
        assertEquals(8 | Occupancy.INSIDE, occupancy.word());
        occupancy.leave(24);

        assertFalse(guard.isInside());
        assertSame(occupancy, enter(), "a thread that stays keeps its occupancy");
        assertEquals(24 | Occupancy.INSIDE, occupancy.word());
    }

    @Test
    void nobodyEntersWhileAThreadIsInside() {
        Occupancy occupancy = enter();

        assertNull(guard.tryEnter(), "not even that thread");
        assertNull(byAnother(guard::tryEnter));
        occupancy.leave(16);

        assertSame(occupancy, enter(), "the refused thread has changed nothing");
    }

    @Test
    void aTurnIsHandedOverWithItsWord() {
        Occupancy first = enter();
        first.leave(16);

        Occupancy second = byAnother(guard::tryEnter);
        assertNotSame(first, second);
        assertEquals(16 | Occupancy.INSIDE, second.word());
        assertNull(guard.tryEnter());
        second.leave(24);

        assertEquals(24 | Occupancy.INSIDE, enter().word());
    }

    @Test
    void manyThreadsShareTheLastTurn() {
        for (int i = 0; i < MANY; i++) {
            byAnother(this::enter).leave(8L * i);
        }
        Occupancy shared = enter();
        assertNull(byAnother(guard::tryEnter));
        assertNull(guard.tryEnter());
        shared.leave(16);

        assertSame(shared, byAnother(this::enter), "another one costs no safepoint any more");
    }
}
