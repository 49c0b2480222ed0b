/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.CooperativeFixture.LONG;
import static io.tailrace.injector.CooperativeFixture.await;
import static io.tailrace.injector.CooperativeFixture.awaitEnd;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.CooperativeFixture.Counting;
import io.tailrace.injector.Tasklet.Progress;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasklets that may block have threads of their own. */
final class BlockingTaskletTest {
    private final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();
    private final CooperativeWorkers workers = new CooperativeWorkers(
            CooperativeConfig.DEFAULT.withFailureHandler((tasklet, error) -> reported.add(error)));
    private final BlockingQueue<Progress> answers = new LinkedBlockingQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile Thread thread;

    /** Does not rely on an interrupt: if that fails, the test must fail and not hang. */
    @AfterEach
    void close() {
        answers.add(Progress.DONE);
        workers.close();
    }

    private Progress waitForAnswer() throws InterruptedException {
        thread = Thread.currentThread();
        calls.incrementAndGet();
        return answers.take();
    }

    @Test
    void noTaskletWaitsWhereOneBlocks() throws InterruptedException {
        Counting other = new Counting();
        workers.add(other);
        TaskletHandle handle = workers.addBlocking(this::waitForAnswer);
        await(() -> calls.get() == 1);
        other.awaitCalls();
        assertNotSame(other.thread, thread);
        assertFalse(handle.isEnded());
        assertEquals(2, workers.counters().tasklets());
        answers.add(Progress.PROGRESS);
        await(() -> calls.get() == 2);
        answers.add(Progress.DONE);
        awaitEnd(handle);
        thread.join();
        assertEquals(1, workers.counters().tasklets());
    }

    @Test
    void countersOfAnEndedThreadStay() throws InterruptedException {
        answers.add(Progress.PROGRESS);
        answers.add(Progress.PROGRESS);
        answers.add(Progress.DONE);
        awaitEnd(workers.addBlocking(this::waitForAnswer));
        awaitEnd(workers.addBlocking(() -> {
            throw new IllegalStateException("expected");
        }));
        await(() -> workers.counters().rounds() == 4);
        CooperativeCounters counters = workers.counters();
        assertEquals(new CooperativeCounters(0, 4, 4, 0, 0, 1), counters);
        assertEquals(1, reported.size());
    }

    @Test
    void removedWhileItBlocks() throws InterruptedException {
        TaskletHandle handle = workers.addBlocking(this::waitForAnswer);
        await(() -> calls.get() == 1);
        handle.remove();
        awaitEnd(handle);
        assertEquals(1, calls.get());
        assertEquals(InterruptedException.class, reported.remove().getClass());
    }

    /** The tasklet catches the interrupt, so its thread is not interrupted any more. */
    @Test
    void removedThoughItSwallowsTheInterrupt() throws InterruptedException {
        Duration hour = Duration.ofHours(1);
        try (CooperativeWorkers sleepy = new CooperativeWorkers(CooperativeConfig.DEFAULT.withIdle(hour, hour))) {
            TaskletHandle handle = sleepy.addBlocking(() -> {
                try {
                    return waitForAnswer();
                } catch (InterruptedException e) {
                    return Progress.NO_PROGRESS;
                }
            });
            await(() -> calls.get() == 1);
            handle.remove();
            awaitEnd(handle);
            assertEquals(1, calls.get());
        }
    }

    @Test
    void closedWhileItBlocks() throws InterruptedException {
        TaskletHandle handle = workers.addBlocking(this::waitForAnswer);
        await(() -> calls.get() == 1);
        assertTimeoutPreemptively(LONG, workers::close);
        assertTrue(handle.isEnded());
        assertFalse(thread.isAlive());
    }

    @Test
    void aTaskletMayRemoveItselfButNotAwaitItsEnd() throws InterruptedException {
        TaskletHandle[] own = new TaskletHandle[1];
        BlockingQueue<Boolean> isInterrupted = new LinkedBlockingQueue<>();
        Tasklet tasklet = () -> {
            answers.take();
            own[0].remove();
            isInterrupted.add(Thread.currentThread().isInterrupted());
            return own[0].awaitEnd(LONG) ? Progress.DONE : Progress.PROGRESS;
        };
        own[0] = workers.addBlocking(tasklet);
        answers.add(Progress.PROGRESS);
        assertFalse(isInterrupted.take());
        awaitEnd(own[0]);
        assertEquals(IllegalStateException.class, reported.remove().getClass());
    }

    /** The ways in which a factory fails. */
    static Stream<ThreadFactory> failures() {
        return ThreadFailureTest.failures();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aThreadThatCanNotBeStartedLeavesNothing(ThreadFactory failing) throws InterruptedException {
        AtomicInteger threads = new AtomicInteger();
        ThreadFactory oneOnly = task -> threads.incrementAndGet() > 1 ? failing.newThread(task) : new Thread(task);
        CooperativeConfig config = CooperativeConfig.DEFAULT.withThreadFactory(oneOnly);
        try (CooperativeWorkers one = new CooperativeWorkers(config)) {
            assertThrows(Throwable.class, () -> one.addBlocking(this::waitForAnswer));
            assertEquals(0, calls.get());
            assertEquals(0, one.counters().tasklets());
            Counting other = new Counting();
            one.add(other);
            other.awaitCalls();
        }
        threads.set(0);
        Queue<Thread> started = new ConcurrentLinkedQueue<>();
        ThreadFactory first = task -> {
            Thread made = oneOnly.newThread(task);
            started.add(made);
            return made;
        };
        assertThrows(
                Throwable.class,
                () -> new CooperativeWorkers(config.withThreads(3).withThreadFactory(first)));
        started.forEach(each -> assertFalse(each.isAlive()));
    }
}
