/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.injector.FullSpeed.Load;
import io.tailrace.benchmarks.injector.FullSpeed.Producer.BusyTask;
import io.tailrace.benchmarks.injector.OnceTask.Ledger;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Semaphore room = new Semaphore(0);
    private final Ledger ledger = new Ledger(room);
    private final BusyTask task = new BusyTask(ledger, new Load(1, 0));

    @Test
    void isSettledWhenEachTaskHasRunAsOftenAsItWasSubmitted() {
        for (int i = 0; i < 3; i++) {
            task.arm();
            task.run();
        }
        ledger.awaitEnd(List.of(task));
        ledger.checkNoneRepeated();
        assertEquals(3, room.availablePermits());
    }

    @Test
    void noticesATaskThatRunsTwice() {
        task.arm();
        task.run();
        task.run();
        IllegalStateException failure = assertThrows(IllegalStateException.class, ledger::checkNoneRepeated);
        assertTrue(failure.getMessage().contains("run twice: number=1"), failure.getMessage());
    }

    @Test
    void noticesATaskThatNeverRuns() {
        Ledger impatient = new Ledger(null, 1_000_000);
        BusyTask lost = new BusyTask(impatient, new Load(1, 0));
        lost.arm();
        IllegalStateException failure =
                assertThrows(IllegalStateException.class, () -> impatient.awaitEnd(List.of(lost)));
        assertTrue(failure.getMessage().contains("lost: number=1"), failure.getMessage());
    }
}
