/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimRegistersTest {
    private final ClaimRegister register = new ClaimRegister();
    private final ClaimRegisters registers = new ClaimRegisters();

    @Test
    void aFailureIsThatOfOneClaim() {
        assertFalse(register.hasFailed());
        register.begin(64);
        long number = register.number();
        assertFalse(register.hasFailed());
        register.failed = number;
        assertTrue(register.hasFailed());
        register.end();
        assertFalse(register.hasFailed());
        register.begin(64);
        assertFalse(register.hasFailed(), "the failure of the claim before");
        register.failed = number;
        assertFalse(register.hasFailed(), "one that is reported late");
    }

    @Test
    void theFirstThreadOwnsARegisterForGood() throws InterruptedException {
        ClaimRegister own = begin();
        own.end();
        Thread other = new Thread(() -> {
            registers.grow();
            begin().end();
        });
        other.start();
        other.join();

        assertSame(own, begin());
    }

    @Test
    void theOwnerBorrowsOneWhileItsOwnIsInUse() {
        ClaimRegister own = begin();
        assertNull(registers.tryBegin(8), "there is none to borrow yet");
        registers.grow();
        ClaimRegister borrowed = begin();

        assertNotSame(own, borrowed);
        own.end();
        assertSame(own, begin());
    }

    @Test
    void theOwnersRegisterIsRepairedFirstWhenItHasFailed() {
        registers.grow();
        ClaimRegister own = begin();
        own.failed = own.number();

        assertNull(registers.tryBegin(8));
        own.end();
        assertSame(own, begin());
    }

    @Test
    void anyNumberOfClaimsHasRegistersOfTheirOwn() {
        Set<ClaimRegister> used = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int claims = 0; claims < 1000; claims++) {
            ClaimRegister next;
            while ((next = registers.tryBegin(8)) == null) {
                registers.grow();
            }
            assertTrue(used.add(next));
        }
        assertTrue(Set.of(registers.all()).containsAll(used));
        assertFalse(registers.areFree());
        used.forEach(ClaimRegister::end);
        assertTrue(registers.areFree());
        int made = registers.all().length;
        assertNotNull(registers.tryBegin(8));
        assertEquals(made, registers.all().length);
    }

    @Test
    void aClaimThatIsHandedOutIsFoundByItsPosition() throws InterruptedException {
        registers.grow();
        ClaimRegister own = begin();
        own.position = 64;
        assertThrows(IllegalStateException.class, () -> registers.holding(64), "not handed out yet");
        own.hold();
        ClaimRegister borrowed = begin();
        borrowed.position = 128;
        borrowed.hold();
        assertSame(own, registers.holding(64));
        assertSame(borrowed, registers.holding(128));
        assertFalse(registers.areFree());
        Thread other = new Thread(() -> {
            registers.holding(64).end();
            registers.holding(128).end();
        });
        other.start();
        other.join();

        assertTrue(registers.areFree());
        assertThrows(IllegalStateException.class, () -> registers.holding(64));
    }

    private ClaimRegister begin() {
        return requireNonNull(registers.tryBegin(8));
    }
}
