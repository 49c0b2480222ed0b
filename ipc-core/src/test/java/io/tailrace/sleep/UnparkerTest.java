/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.Mechanism.ParkedSleep;
import io.tailrace.sleep.WakeSocket.WakeConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Threads that park, and the thread that unparks them. They may also be platform threads. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class UnparkerTest {
    private static final long LONG_NS = 30_000_000_000L;
    private static final long SHORT_NS = 20_000_000;
    private static final int NUMBER = 7;

    @TempDir
    private Path directory;

    private final MappedBuffer slot = MappedBuffer.allocate(Sleeper.SLEEPER_LENGTH);
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private Unparker unparker;
    private ParkedSleep sleep;
    private Sleeper sleeper;

    @BeforeEach
    void start() throws IOException {
        unparker = Unparker.start("unparker", new WakeSocket(), errors::add);
        sleep = unparker.add(slot, socket(), FileAccess.PRIVATE);
        sleeper = new Sleeper(NUMBER, slot, sleep);
    }

    @AfterEach
    void end() {
        unparker.close();
    }

    private Path socket() {
        return directory.resolve("socket");
    }

    /** As another process does it. */
    private void ring(WakeConnection connection) {
        slot.putIntRelease(Sleeper.RUNG_OFFSET, 1);
        try {
            assertTrue(connection.ask(1, NUMBER));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long sleepNs(long timeoutNs) {
        long startNs = System.nanoTime();
        sleep.sleep(timeoutNs);
        return System.nanoTime() - startNs;
    }

    @Test
    void aRequestEndsTheSleep() throws InterruptedException {
        try (WakeConnection connection = new WakeConnection(socket())) {
            for (int i = 0; i < 1_000; i++) {
                sleeper.announce();
                Thread waker = new Thread(() -> ring(connection));
                waker.start();
                long startNs = System.nanoTime();
                while (slot.getIntAcquire(Sleeper.RUNG_OFFSET) == 0) {
                    sleeper.sleep(LONG_NS);
                }
                assertTrue(System.nanoTime() - startNs < LONG_NS);
                sleeper.awake();
                waker.join();
            }
        }
    }

    @Test
    void aWakeUpBeforeTheSleepIsKeptWhoeverUsesUpThePermit() {
        sleeper.announce();
        sleeper.wake();
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();

        assertTrue(sleepNs(LONG_NS) < LONG_NS);

        sleeper.awake();
        sleeper.announce();
        LockSupport.parkNanos(1);
        assertTrue(sleepNs(SHORT_NS) >= SHORT_NS, "it was for the sleep before");
    }

    @Test
    void anInterruptEndsTheSleepAndIsKept() {
        sleeper.announce();
        Thread.currentThread().interrupt();

        assertTrue(sleepNs(LONG_NS) < LONG_NS);

        assertTrue(Thread.interrupted());
    }

    /** For example, there is no heap to accept a connection, and a request may be lost with it. */
    @Test
    void anErrorInItsThreadIsToldAndEndsAllSleeps() throws Exception {
        unparker.close();
        WakeSocket sockets = new WakeSocket();
        unparker = Unparker.start("unparker", sockets, errors::add);
        ParkedSleep parked = unparker.add(slot, socket(), FileAccess.PRIVATE);
        Path bad = directory.resolve("bad");
        Error error = new StackOverflowError();
        sockets.listen(bad, FileAccess.PRIVATE, (clientId, number) -> {
            throw error;
        });
        sockets.wake();
        Thread thread = new Thread(() -> parked.sleep(LONG_NS));
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        long startNs = System.nanoTime();
        try (WakeConnection connection = new WakeConnection(bad)) {
            for (int i = 0; i < 3; i++) { // Its connection stays.
                connection.ask(1, NUMBER);
                assertEquals(error, errors.poll(LONG_NS, TimeUnit.NANOSECONDS));
            }
        }
        thread.join();
        assertTrue(System.nanoTime() - startNs < LONG_NS);
    }
}
