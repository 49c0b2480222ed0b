/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static io.tailrace.injector.Figures.figure;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.Injector;
import io.tailrace.testing.Await;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every frame is run, in its order, whichever threads run it, and the position follows. */
final class DispatchEngineTest {
    private static final int FRAMES = 20_000;
    private static final int KEYED_FRAMES = 10_000 * Integer.getInteger("tailrace.test.rounds", 10);
    /** Of a dispatch that is ordered per key. */
    private static final int LANES = 256;

    private static final Duration LONG = Duration.ofMinutes(2);

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final Semaphore permits = new Semaphore(0);
    private final AtomicLong begun = new AtomicLong();
    private CountingLog log;
    private Dispatch dispatch;

    @AfterEach
    void endPool() {
        pool.shutdownNow();
        Await.until("the threads end", pool::isTerminated);
    }

    private void create(CountingLog newLog, int lanes, int workers, long bytes, Executor executor) {
        log = newLog;
        DispatchBuilder builder = new DispatchBuilder(config -> newLog, failed -> {})
                .workers(workers)
                .window(64, bytes);
        dispatch = (lanes == 0 ? builder.unordered() : builder.orderPerKey((buffer, offset, length) -> 0))
                .create(executor);
    }

    private void start(CountingLog newLog, int lanes, int workers, Executor executor) {
        create(newLog, lanes, workers, Long.MAX_VALUE, executor);
        dispatch.start();
    }

    private void start(CountingLog newLog, int lanes, int workers) {
        start(newLog, lanes, workers, pool);
    }

    /** {@return a log of so many frames, each of which needs a permit to end} */
    private CountingLog withPermits(long frames) {
        return new CountingLog(frames, frame -> 0, frame -> {
            begun.incrementAndGet();
            permits.acquireUninterruptibly();
        });
    }

    private void awaitDoneAndStop() throws InterruptedException {
        Await.until("all is done", () -> log.donePosition() == log.end());
        dispatch.close();
        assertFalse(log.isWrong());
        assertTrue(log.isReleased());
        assertEquals(1, log.endings());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void everyFrameIsRunOnceHoweverLongItsHandlerTakes(int workers) throws Exception {
        AtomicIntegerArray runs = new AtomicIntegerArray(FRAMES);
        CountingLog slow = new CountingLog(FRAMES, frame -> 0, frame -> {
            runs.incrementAndGet((int) frame);
            if (frame % 997 == 0) {
                LockSupport.parkNanos(1_000_000);
            }
        });
        start(slow, 0, workers);
        Await.until("all is done", () -> log.donePosition() == log.end());
        for (int i = 0; i < FRAMES; i++) {
            assertEquals(1, runs.get(i));
        }
        assertEquals(FRAMES, figure(dispatch.counterSource(), "handled"));
        assertEquals(0, figure(dispatch.counterSource(), "framesInFlight"));
        assertEquals(0, figure(dispatch.counterSource(), "bytesInFlight"));
        assertEquals(workers > 1, figure(dispatch.counterSource(), "recruits") > 0);
        awaitDoneAndStop();
        assertNull(dispatch.failure());
    }

    /** Frames of the same key are run in order, one at a time; frames of several keys are run at the same time. */
    @Test
    void framesOfAKeyAreRunInOrderOneAtATime() throws Exception {
        int keys = 100;
        AtomicIntegerArray next = new AtomicIntegerArray(keys);
        AtomicIntegerArray inside = new AtomicIntegerArray(keys);
        AtomicLong disorder = new AtomicLong();
        CountingLog keyed = new CountingLog(KEYED_FRAMES, frame -> frame % keys, frame -> {
            int key = (int) (frame % keys);
            if (inside.incrementAndGet(key) != 1
                    || !next.compareAndSet(key, (int) (frame / keys), (int) (frame / keys) + 1)) {
                disorder.incrementAndGet();
            }
            inside.decrementAndGet(key);
        });
        start(keyed, LANES, 3);
        awaitDoneAndStop();
        assertEquals(0, disorder.get());
        for (int key = 0; key < keys; key++) {
            assertEquals(KEYED_FRAMES / keys, next.get(key));
        }
    }

    @Test
    void aKeyThatIsHeldUpHoldsNoOtherUp() throws Exception {
        start(
                new CountingLog(64, frame -> frame % 2, frame -> {
                    if (frame == 0) {
                        permits.acquireUninterruptibly();
                    } else if (frame % 2 == 1) {
                        begun.incrementAndGet();
                    }
                }),
                LANES,
                2);
        Await.until("the others are done", () -> begun.get() == 32);
        assertEquals(0, log.donePosition());
        RunningFrame held = dispatch.running().get(0);
        assertEquals(0, held.position());
        permits.release();
        awaitDoneAndStop();
    }

    @Test
    void noMoreThanTheWindowIsInFlight() throws Exception {
        start(withPermits(1_000), 0, 200);
        assertFullWith(64);
    }

    @Test
    void bytesLimitTheWindowToo() throws Exception {
        long bytes = 10L * CountingLog.FRAME_LENGTH;
        create(withPermits(1_000), 0, 200, bytes, pool);
        dispatch.start();
        assertFullWith(10);
    }

    private void assertFullWith(int frames) throws InterruptedException {
        Await.until("the window is full", () -> begun.get() == frames);
        Thread.sleep(50);
        assertEquals(frames, begun.get());
        assertTrue(figure(dispatch.counterSource(), "windowFull") > 0);
        assertEquals(frames, figure(dispatch.counterSource(), "framesInFlight"));
        assertEquals(frames, dispatch.running().size());
        permits.release(1_000);
        awaitDoneAndStop();
    }

    /** The executor has fewer threads than the dispatch may have workers, or drops, refuses or runs further tasks. */
    @ParameterizedTest
    @ValueSource(strings = {"two threads", "drops", "refuses", "runs in the calling thread"})
    void anExecutorThatGivesFewThreadsSlowsItAndNoMore(String how) throws Exception {
        ExecutorService two = Executors.newFixedThreadPool(2);
        Semaphore once = new Semaphore(1);
        Executor executor = task -> {
            if (how.equals("two threads")) {
                two.execute(task);
            } else if (once.tryAcquire()) {
                pool.execute(task);
            } else if (how.equals("refuses")) {
                throw new RejectedExecutionException("no more");
            } else if (how.startsWith("runs")) {
                task.run();
            }
        };
        start(new CountingLog(FRAMES, frame -> 0, frame -> {}), 0, 8, executor);
        Await.until("all is done", () -> log.donePosition() == log.end());
        assertEquals(how.startsWith("r"), figure(dispatch.counterSource(), "refusals") > 0);
        awaitDoneAndStop();
        two.shutdown();
    }

    @Test
    void anExecutorThatTakesNothingFailsTheStart() {
        Executor none = task -> {
            throw new RejectedExecutionException("none");
        };
        create(new CountingLog(1, frame -> 0, frame -> {}), 0, 8, Long.MAX_VALUE, none);
        assertThrows(RejectedExecutionException.class, dispatch::start);
        assertTrue(dispatch.isEnded());
        assertEquals(1, log.endings());
        assertTrue(log.isReleased());
    }

    @Test
    void whereTheExecutorIsShutDownItHalts() throws Exception {
        start(new CountingLog(FRAMES, frame -> 0, frame -> {}).available(100), 0, 2);
        Await.until("what is there is done", () -> log.donePosition() == CountingLog.position(100));
        pool.shutdownNow();
        assertTrue(dispatch.awaitEnd(LONG));
        assertNotNull(dispatch.failure());
        assertTrue(log.isReleased());
    }

    @Test
    void anInterruptThatAHandlerLeavesBehindIsCleared() throws Exception {
        start(
                new CountingLog(1_000, frame -> 0, frame -> {
                    assertFalse(Thread.currentThread().isInterrupted());
                    Thread.currentThread().interrupt();
                }),
                0,
                2);
        awaitDoneAndStop();
        assertEquals(0, figure(dispatch.counterSource(), "failedAttempts"));
    }

    @Test
    void aLogThatIsClosedIsReleasedWhenItsHandlersHaveReturned() throws Exception {
        start(withPermits(FRAMES), 0, 2);
        Await.until("both are busy", () -> begun.get() == 2);
        log.close();
        Thread.sleep(50);
        assertFalse(log.isReleased());
        permits.release(2);
        assertTrue(dispatch.awaitEnd(LONG)); // No log appears any more.
        assertTrue(log.isReleased());
        assertEquals(2, begun.get());
        assertEquals(1, log.endings());
    }

    @Test
    void aDispatchRunsOnAnInjector() throws Exception {
        try (Injector injector = new Injector()) {
            CountingLog slow = new CountingLog(FRAMES, frame -> frame, frame -> {
                if (frame % 499 == 0) {
                    LockSupport.parkNanos(100_000);
                }
            });
            Executor executor = injector.newExecutor(ExecutorConfig.of("d", 4));
            start(slow, LANES, 4, executor);
            awaitDoneAndStop();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aDispatchRunsOnVirtualThreads() throws Exception {
        ExecutorService virtual = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        start(withPermits(FRAMES), 0, 500, virtual);
        Await.until("the window is full", () -> begun.get() == 64);
        assertFalse(dispatch.running().get(0).thread().isEmpty());
        permits.release(FRAMES);
        awaitDoneAndStop();
        virtual.shutdown();
    }

    /** Another thread may be adding the next log at that moment, and have the lock that the release needs. */
    @Test
    void aLogCanBeAddedWhileAnotherIsReleased() {
        AtomicBoolean added = new AtomicBoolean();
        start(new CountingLog(FRAMES, frame -> 0, frame -> {}), 0, 2);
        log.onRelease(() -> {
            Thread adder = new Thread(() -> dispatch.add(new CountingLog(0, frame -> 0, frame -> {}), 0));
            adder.start();
            Await.until("the other log is added", () -> adder.getState() == Thread.State.TERMINATED);
            added.set(true);
        });
        log.close();
        Await.until("the log is released", added::get);
        dispatch.close();
    }

    @Test
    void aLogThatCannotBeReleasedKeepsNoOther() {
        Error error = new OutOfMemoryError("not true");
        CountingLog other = new CountingLog(0, frame -> 0, frame -> {});
        start(new CountingLog(FRAMES, frame -> 0, frame -> {}), 0, 2);
        log.onRelease(() -> {
            throw error;
        });
        dispatch.add(other, 0);
        Await.until("all is done", () -> log.donePosition() == log.end());
        dispatch.close();
        assertTrue(other.isReleased());
        assertEquals(1, log.endings());
        assertSame(error, dispatch.failure());
    }

    /** The text of the failure is to name the executor. */
    @Test
    void whatNeverRanEndsThoughItsFailureHasNoText() {
        Executor nameless = new Executor() {
            @Override
            public void execute(Runnable task) {
                // Drops it.
            }

            @Override
            public String toString() {
                throw new IllegalStateException("expected");
            }
        };
        start(new CountingLog(FRAMES, frame -> 0, frame -> {}), 0, 2, nameless);
        assertThrows(IllegalStateException.class, dispatch::close);
        assertTrue(dispatch.isEnded());
        assertTrue(log.isReleased());
    }

    /** At rest one thread waits, and only a message wakes it. */
    @Test
    void atRestOneThreadWaitsWithoutATimer() throws Exception {
        start(new CountingLog(FRAMES, frame -> 0, frame -> LockSupport.parkNanos(10_000)).available(2_000), 0, 4);
        Await.until("what is there is done", () -> log.donePosition() == CountingLog.position(2_000));
        Await.until("one is left", () -> figure(dispatch.counterSource(), "threads") == 1);
        Await.until("it waits for a message alone", log::isAwaitedWithoutTimer);
        long before = figure(dispatch.counterSource(), "parks");
        Thread.sleep(50);
        assertEquals(before, figure(dispatch.counterSource(), "parks"));
        assertEquals(1, figure(dispatch.counterSource(), "threads"));
        log.available(FRAMES);
        awaitDoneAndStop();
    }
}
