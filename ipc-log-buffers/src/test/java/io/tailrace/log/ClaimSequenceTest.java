/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class ClaimSequenceTest {
    private final ClaimSequence sequence = new ClaimSequence();

    private static boolean onAnotherThread(java.util.function.BooleanSupplier supplier) throws Exception {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        new Thread(() -> result.complete(supplier.getAsBoolean())).start();
        return result.get(5, TimeUnit.SECONDS);
    }

    @Test
    void theFirstThreadOwnsItForGood() throws Exception {
        assertTrue(sequence.isOwner());
        assertFalse(onAnotherThread(sequence::isOwner));
        assertTrue(sequence.isOwner());
    }

    @Test
    void theOwnersSequenceIsOddInsideAClaim() {
        assertEquals(0, sequence.ownerSequence());
        assertTrue(sequence.isQuiet());
        sequence.enter(true);
        assertEquals(1, sequence.ownerSequence());
        assertTrue(sequence.isInsideAsOwner());
        assertFalse(sequence.isQuiet());
        assertTrue(sequence.othersAreQuiet());
        sequence.leave(true);
        assertEquals(2, sequence.ownerSequence());
        assertFalse(sequence.isInsideAsOwner());
        assertTrue(sequence.isQuiet());
    }

    @Test
    void othersAreQuietOnlyWhenEachOfThemHasLeft() {
        sequence.enter(false);
        sequence.enter(false);
        assertFalse(sequence.othersAreQuiet());
        sequence.leave(false);
        assertFalse(sequence.othersAreQuiet());
        assertFalse(sequence.isQuiet());
        sequence.enter(false);
        sequence.leave(false);
        assertFalse(sequence.othersAreQuiet(), "another one came and went");
        sequence.leave(false);
        assertTrue(sequence.isQuiet());
        assertEquals(0, sequence.ownerSequence(), "it is not theirs");
    }
}
