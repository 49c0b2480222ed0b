/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.log.Waker;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WakeRelayTest {
    @TempDir
    Path folder;

    /** A JVM without a descriptor to load a library with fails in this way. */
    @Test
    void itIsTriedAgainAfterAnErrorAndReportsOnce() throws Exception {
        assumeTrue(Futex.isAvailable(), "no futexes: JDK 22 or newer, with native access");
        Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        Semaphore served = new Semaphore(0);
        Runnable whenReady = () -> {
            served.release();
            if (served.availablePermits() < 3) {
                throw new UnsatisfiedLinkError("no descriptor");
            }
        };
        try (WakeRelay relay =
                new WakeRelay(folder.resolve("wakes"), FileAccess.PRIVATE, Waker.Source.NONE, whenReady, errors::add)) {
            relay.start();

            assertTrue(served.tryAcquire(3, 20, TimeUnit.SECONDS));
        }
        assertEquals(1, errors.size(), errors::toString);
    }
}
