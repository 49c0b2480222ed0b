/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.dispatch.DispatchCounters;
import io.tailrace.dispatch.FailurePolicy;
import io.tailrace.dispatch.RunningFrame;
import io.tailrace.dispatch.Strategy;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.Injector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every frame is run, in its order, whichever threads run it, and the position follows. */
final class DispatcherTest {
    private static final int FRAMES = 20_000;
    private static final int LANES = 64;

    private final ExecutorService pool = Executors.newCachedThreadPool();

    @AfterEach
    void endPool() throws InterruptedException {
        pool.shutdownNow();
        assertTrue(pool.awaitTermination(10, TimeUnit.SECONDS));
    }

    private static DispatcherConfig config(Strategy strategy, int lanes, int workers, Executor executor) {
        return new DispatcherConfig(
                strategy,
                lanes,
                workers,
                new FrameWindow.Limits(64, Long.MAX_VALUE),
                DispatcherConfig.IdleTimes.DEFAULT,
                FailurePolicy.SKIP,
                failed -> {},
                executor);
    }

    private static void await(String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(100_000);
            assertTrue(System.nanoTime() - startNs < 60_000_000_000L, what);
        }
    }

    private static void stopAndAwait(Dispatcher dispatcher) throws InterruptedException {
        dispatcher.stop();
        assertTrue(dispatcher.end().await(10, TimeUnit.SECONDS), () -> "ends: " + dispatcher.counters());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ADAPTIVE")
    void everyFrameIsRunOnceHoweverLongItsHandlerTakes(Strategy strategy) throws Exception {
        AtomicIntegerArray runs = new AtomicIntegerArray(FRAMES);
        CountingLog log = new CountingLog(FRAMES, frame -> 0, frame -> {
            runs.incrementAndGet((int) frame);
            if (frame % 997 == 0) {
                LockSupport.parkNanos(1_000_000);
            }
        });
        LogsOf logs = new LogsOf(log);
        Dispatcher dispatcher = new Dispatcher(config(strategy, 0, 4, pool), logs);
        dispatcher.start();
        await("all is done", () -> log.donePosition() == log.end());
        for (int i = 0; i < FRAMES; i++) {
            assertEquals(1, runs.get(i));
        }
        DispatchCounters counters = dispatcher.counters();
        assertEquals(FRAMES, counters.handled());
        assertEquals(0, counters.framesInFlight());
        assertEquals(0, counters.bytesInFlight());
        assertEquals(strategy != Strategy.PRODUCE_CONSUME, counters.recruits() > 0);
        stopAndAwait(dispatcher);
        assertFalse(log.isWrong());
        assertTrue(log.isReleased());
        assertEquals(1, logs.endings());
        assertNull(dispatcher.failure());
    }

    /**
     * Frames of the same key are run in order, one at a time; frames of several keys are run at the same time.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ADAPTIVE")
    void orderPerKeyOverAMillionFrames(Strategy strategy) throws Exception {
        int keys = 100;
        int frames = 1_000_000;
        int perKey = frames / keys;
        AtomicIntegerArray next = new AtomicIntegerArray(keys);
        AtomicIntegerArray inside = new AtomicIntegerArray(keys);
        AtomicLong disorder = new AtomicLong();
        CountingLog log = new CountingLog(frames, frame -> frame % keys, frame -> {
            int key = (int) (frame % keys);
            if (inside.incrementAndGet(key) != 1
                    || !next.compareAndSet(key, (int) (frame / keys), (int) (frame / keys) + 1)) {
                disorder.incrementAndGet();
            }
            inside.decrementAndGet(key);
        });
        Dispatcher dispatcher = new Dispatcher(config(strategy, LANES, 3, pool), new LogsOf(log));
        dispatcher.start();
        await("all is done", () -> log.donePosition() == log.end());
        stopAndAwait(dispatcher);
        assertEquals(0, disorder.get());
        for (int key = 0; key < keys; key++) {
            assertEquals(perKey, next.get(key));
        }
        assertFalse(log.isWrong());
    }

    @Test
    void aKeyThatIsHeldUpHoldsNoOtherUp() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Semaphore others = new Semaphore(0);
        CountingLog log = new CountingLog(64, frame -> frame % 2, frame -> {
            if (frame == 0) {
                awaitUninterruptibly(release);
            } else if (frame % 2 == 1) {
                others.release();
            }
        });
        Dispatcher dispatcher =
                new Dispatcher(config(Strategy.EXECUTE_PRODUCE_CONSUME, LANES, 2, pool), new LogsOf(log));
        dispatcher.start();
        assertTrue(others.tryAcquire(32, 10, TimeUnit.SECONDS));
        assertEquals(0, log.donePosition());
        RunningFrame held = dispatcher.running().get(0);
        assertEquals(0, held.position());
        release.countDown();
        await("all is done", () -> log.donePosition() == log.end());
        stopAndAwait(dispatcher);
    }

    @Test
    void noMoreThanTheWindowIsInFlight() throws Exception {
        Semaphore permits = new Semaphore(0);
        AtomicLong begun = new AtomicLong();
        CountingLog log = new CountingLog(1_000, frame -> 0, frame -> {
            begun.incrementAndGet();
            permits.acquireUninterruptibly();
        });
        Dispatcher dispatcher = new Dispatcher(config(Strategy.EXECUTE_PRODUCE_CONSUME, 0, 200, pool), new LogsOf(log));
        dispatcher.start();
        await("the window is full", () -> begun.get() == 64);
        Thread.sleep(20);
        assertEquals(64, begun.get());
        assertTrue(dispatcher.counters().windowFull() > 0);
        assertEquals(64, dispatcher.counters().framesInFlight());
        assertEquals(64, dispatcher.running().size());
        permits.release(1_000);
        await("all is done", () -> log.donePosition() == log.end());
        stopAndAwait(dispatcher);
    }

    @Test
    void bytesLimitTheWindowToo() throws Exception {
        Semaphore permits = new Semaphore(0);
        AtomicLong begun = new AtomicLong();
        CountingLog log = new CountingLog(1_000, frame -> 0, frame -> {
            begun.incrementAndGet();
            permits.acquireUninterruptibly();
        });
        DispatcherConfig config = config(Strategy.EXECUTE_PRODUCE_CONSUME, 0, 200, pool);
        Dispatcher dispatcher = new Dispatcher(
                new DispatcherConfig(
                        config.strategy(),
                        0,
                        200,
                        new FrameWindow.Limits(64, 10L * CountingLog.FRAME_LENGTH),
                        DispatcherConfig.IdleTimes.DEFAULT,
                        FailurePolicy.SKIP,
                        failed -> {},
                        pool),
                new LogsOf(log));
        dispatcher.start();
        await("the window is full", () -> begun.get() == 10);
        Thread.sleep(20);
        assertEquals(10, begun.get());
        permits.release(1_000);
        await("all is done", () -> log.donePosition() == log.end());
        stopAndAwait(dispatcher);
    }

    /**
     * The executor has fewer threads than the dispatch may have workers, or refuses further tasks, drops them, or runs
     * them in the calling thread.
     */
    @Test
    void anExecutorThatGivesFewThreadsSlowsItAndNoMore() throws Exception {
        ExecutorService two = Executors.newFixedThreadPool(2);
        Semaphore once = new Semaphore(1);
        Executor refusing = task -> {
            if (!once.tryAcquire()) {
                throw new RejectedExecutionException("no more");
            }
            pool.execute(task);
        };
        Semaphore kept = new Semaphore(1);
        Executor dropping = task -> {
            if (kept.tryAcquire()) {
                pool.execute(task);
            }
        };
        Semaphore first = new Semaphore(1);
        Executor calling = task -> {
            if (first.tryAcquire()) {
                pool.execute(task);
            } else {
                task.run();
            }
        };
        for (Executor executor : new Executor[] {two, dropping, refusing, calling}) {
            CountingLog log = new CountingLog(FRAMES, frame -> 0, frame -> {});
            Dispatcher dispatcher =
                    new Dispatcher(config(Strategy.EXECUTE_PRODUCE_CONSUME, 0, 8, executor), new LogsOf(log));
            dispatcher.start();
            await("all is done", () -> log.donePosition() == log.end());
            assertEquals(
                    executor == two || executor == dropping,
                    dispatcher.counters().refusals() == 0);
            stopAndAwait(dispatcher);
            assertFalse(log.isWrong());
        }
        two.shutdown();
    }

    @Test
    void anExecutorThatTakesNothingFailsTheStart() {
        CountingLog log = new CountingLog(1, frame -> 0, frame -> {});
        LogsOf logs = new LogsOf(log);
        Executor none = task -> {
            throw new RejectedExecutionException("none");
        };
        Dispatcher dispatcher = new Dispatcher(config(Strategy.EXECUTE_PRODUCE_CONSUME, 0, 8, none), logs);
        assertThrows(RejectedExecutionException.class, dispatcher::start);
        assertEquals(0, dispatcher.end().getCount());
        assertEquals(1, logs.endings());
        assertTrue(log.isReleased());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ADAPTIVE")
    void whereTheExecutorIsShutDownItHalts(Strategy strategy) throws Exception {
        CountingLog log = new CountingLog(FRAMES, frame -> 0, frame -> {}).available(100);
        Dispatcher dispatcher = new Dispatcher(config(strategy, 0, 2, pool), new LogsOf(log));
        dispatcher.start();
        await("what is there is done", () -> log.donePosition() == CountingLog.position(100));
        pool.shutdownNow();
        assertTrue(dispatcher.end().await(10, TimeUnit.SECONDS));
        assertNotNull(dispatcher.failure());
        assertTrue(log.isReleased());
    }

    @Test
    void anInterruptThatAHandlerLeavesBehindIsCleared() throws Exception {
        CountingLog log = new CountingLog(1_000, frame -> 0, frame -> {
            assertFalse(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
        });
        Dispatcher dispatcher = new Dispatcher(config(Strategy.EXECUTE_PRODUCE_CONSUME, 0, 2, pool), new LogsOf(log));
        dispatcher.start();
        await("all is done", () -> log.donePosition() == log.end());
        assertEquals(0, dispatcher.counters().failedAttempts());
        stopAndAwait(dispatcher);
    }

    @Test
    void aLogThatIsClosedIsReleasedWhenItsHandlersHaveReturned() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicLong begun = new AtomicLong();
        CountingLog log = new CountingLog(FRAMES, frame -> 0, frame -> {
            begun.incrementAndGet();
            awaitUninterruptibly(release);
        });
        LogsOf logs = new LogsOf(log);
        Dispatcher dispatcher = new Dispatcher(config(Strategy.EXECUTE_PRODUCE_CONSUME, 0, 2, pool), logs);
        dispatcher.start();
        await("both are busy", () -> begun.get() == 2);
        logs.close();
        Thread.sleep(20);
        assertFalse(log.isReleased());
        release.countDown();
        assertTrue(dispatcher.end().await(10, TimeUnit.SECONDS), "no log appears any more");
        assertTrue(log.isReleased());
        assertEquals(2, begun.get());
        assertEquals(1, logs.endings());
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aDispatchRunsOnAnInjector() throws Exception {
        try (Injector injector = new Injector()) {
            CountingLog log = new CountingLog(FRAMES, frame -> frame, frame -> {
                if (frame % 499 == 0) {
                    LockSupport.parkNanos(100_000);
                }
            });
            Dispatcher dispatcher = new Dispatcher(
                    config(Strategy.EXECUTE_PRODUCE_CONSUME, LANES, 4, injector.newExecutor(ExecutorConfig.of("d", 4))),
                    new LogsOf(log));
            dispatcher.start();
            await("all is done", () -> log.donePosition() == log.end());
            stopAndAwait(dispatcher);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aDispatchRunsOnVirtualThreads() throws Exception {
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        AtomicLong begun = new AtomicLong();
        Semaphore permits = new Semaphore(0);
        CountingLog log = new CountingLog(FRAMES, frame -> frame, frame -> {
            begun.incrementAndGet();
            permits.acquireUninterruptibly();
        });
        Dispatcher dispatcher =
                new Dispatcher(config(Strategy.EXECUTE_PRODUCE_CONSUME, 0, 500, virtual), new LogsOf(log));
        dispatcher.start();
        await("the window is full", () -> begun.get() == 64);
        assertFalse(dispatcher.running().get(0).thread().isEmpty());
        permits.release(FRAMES);
        await("all is done", () -> log.donePosition() == log.end());
        stopAndAwait(dispatcher);
        virtual.shutdown();
    }

    /** At rest one thread waits, and only a message wakes it. */
    @Test
    void atRestOneThreadWaitsWithoutATimer() throws Exception {
        CountingLog log = new CountingLog(FRAMES, frame -> 0, frame -> LockSupport.parkNanos(10_000)).available(2_000);
        LogsOf logs = new LogsOf(log);
        Dispatcher dispatcher = new Dispatcher(config(Strategy.EXECUTE_PRODUCE_CONSUME, 0, 4, pool), logs);
        dispatcher.start();
        await("what is there is done", () -> log.donePosition() == CountingLog.position(2_000));
        await("one is left", () -> dispatcher.counters().threads() == 1);
        await("it waits for a message alone", logs::isAwaitedWithoutTimer);
        long before = dispatcher.counters().parks();
        Thread.sleep(200);
        assertEquals(before, dispatcher.counters().parks());
        assertEquals(1, dispatcher.counters().threads());
        log.available(FRAMES);
        await("all is done", () -> log.donePosition() == log.end());
        stopAndAwait(dispatcher);
    }
}
