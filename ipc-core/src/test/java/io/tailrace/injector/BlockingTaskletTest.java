/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.WithInjector.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.Tasklet.Progress;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasklets that may block have threads of their own. */
final class BlockingTaskletTest extends WithTasklets {
    private final BlockingQueue<Progress> answers = new LinkedBlockingQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile Thread thread;

    /** If an interrupt fails, the test must fail and not hang. */
    @AfterEach
    void answer() {
        answers.add(Progress.DONE);
    }

    private Progress waitForAnswer() throws InterruptedException {
        thread = Thread.currentThread();
        calls.incrementAndGet();
        return answers.take();
    }

    private TaskletHandle addWaiting() {
        TaskletHandle handle = workers.addBlocking(this::waitForAnswer);
        await(() -> calls.get() == 1);
        return handle;
    }

    @Test
    void noTaskletWaitsWhereOneBlocks() throws InterruptedException {
        Counting other = new Counting();
        workers.add(other);
        TaskletHandle handle = addWaiting();
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
        awaitEnd(workers.addBlocking(() -> null));
        await(() -> workers.counters().rounds() == 4);
        assertEquals(new CooperativeCounters(0, 4, 4, 0, 0, 1), workers.counters());
        assertEquals(1, reported.size());
    }

    @Test
    void removedWhileItBlocks() throws InterruptedException {
        TaskletHandle handle = addWaiting();
        handle.remove();
        awaitEnd(handle);
        assertEquals(1, calls.get());
        assertEquals(InterruptedException.class, reported.remove().getClass());
    }

    /** The tasklet catches the interrupt, so its thread is not interrupted any more. */
    @Test
    void removedThoughItSwallowsTheInterrupt() throws InterruptedException {
        try (CooperativeWorkers sleepy = sleepy()) {
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
    void closedWhileItBlocks() {
        TaskletHandle handle = addWaiting();
        assertTimeoutPreemptively(LONG, workers::close);
        assertTrue(handle.isEnded());
        assertFalse(thread.isAlive());
    }

    @Test
    void aTaskletMayRemoveItselfButNotAwaitItsEnd() throws InterruptedException {
        TaskletHandle[] own = new TaskletHandle[1];
        BlockingQueue<Boolean> isInterrupted = new LinkedBlockingQueue<>();
        own[0] = workers.addBlocking(() -> {
            answers.take();
            own[0].remove();
            isInterrupted.add(Thread.currentThread().isInterrupted());
            return own[0].awaitEnd(LONG) ? Progress.DONE : Progress.PROGRESS;
        });
        answers.add(Progress.PROGRESS);
        assertFalse(isInterrupted.take());
        awaitEnd(own[0]);
        assertEquals(IllegalStateException.class, reported.remove().getClass());
    }

    @ParameterizedTest
    @MethodSource("io.tailrace.injector.ThreadFailureTest#failures")
    void aThreadThatCanNotBeStartedLeavesNothing(ThreadFactory failing) {
        Queue<Thread> started = new ConcurrentLinkedQueue<>();
        AtomicInteger threads = new AtomicInteger();
        ThreadFactory oneOnly = task -> {
            Thread made = threads.incrementAndGet() > 1 ? failing.newThread(task) : new Thread(task);
            if (made != null) {
                started.add(made);
            }
            return made;
        };
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
        assertThrows(Throwable.class, () -> new CooperativeWorkers(config.withThreads(3)));
        started.forEach(each -> assertFalse(each.isAlive()));
    }
}
