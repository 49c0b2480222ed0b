/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.Figures.figure;
import static io.tailrace.injector.WithInjector.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.Tasklet.Progress;
import io.tailrace.injector.WithTasklets.Counting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cooperative workers fulfil their contract, most of it with one thread; new tasklets are spread evenly over several
 * threads.
 */
final class CooperativeWorkersTest extends WithTasklets {
    private static final int THREADS = 4;
    private static final int TASKLETS = 22;

    /** Of several threads. */
    private final List<Counting> tasklets = new ArrayList<>();

    private final List<TaskletHandle> handles = new ArrayList<>();

    @Test
    void oneThreadCallsAllInTurn() {
        Counting first = new Counting();
        Counting second = new Counting();
        workers.add(first);
        workers.add(second);
        first.awaitCalls();
        second.awaitCalls();
        assertSame(first.thread, second.thread);
        assertTrue(Math.abs(first.calls.get() - second.calls.get()) < 10_000);
        assertEquals(2, figure(workers.counterSource(), "tasklets"));
    }

    @Test
    void aTaskletThatIsDoneOrRemovedIsNotCalledAgain() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        awaitEnd(workers.add(() -> calls.incrementAndGet() < 1_000 ? Progress.PROGRESS : Progress.DONE));
        Counting other = new Counting();
        workers.add(other);
        other.awaitCalls();
        assertEquals(1, figure(workers.counterSource(), "tasklets"));
        assertEquals(1_000, figure(workers.counterSource(), "progress"));
        assertTrue(figure(workers.counterSource(), "rounds") > 1_000);
        assertTrue(figure(workers.counterSource(), "parks") >= 1);
        Counting removed = new Counting();
        TaskletHandle handle = workers.add(removed);
        removed.awaitCalls();
        assertFalse(handle.isEnded());
        handle.remove();
        awaitEnd(handle);
        int removedCalls = removed.calls.get();
        handle.remove();
        other.awaitCalls();
        assertEquals(removedCalls, removed.calls.get());
        assertEquals(1_000, calls.get());
        assertEquals(1, figure(workers.counterSource(), "tasklets"));
    }

    /** Tasklets that fail, each in another way. */
    static Stream<Tasklet> failures() {
        return Stream.of(
                () -> {
                    throw new IOException("expected");
                },
                () -> {
                    throw new OutOfMemoryError("not true");
                },
                CooperativeWorkersTest::overflow,
                () -> null);
    }

    @SuppressWarnings("InfiniteRecursion") // the stack is to overflow
    private static Progress overflow() {
        return overflow();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aTaskletThatThrowsIsRemovedAndReportedAndTheRestGoesOn(Tasklet failing) throws InterruptedException {
        Counting before = new Counting();
        Counting behind = new Counting();
        workers.add(before);
        TaskletHandle handle = workers.add(failing);
        workers.add(behind);
        awaitEnd(handle);
        before.awaitCalls();
        behind.awaitCalls();
        assertEquals(1, reported.size());
        assertEquals(1, figure(workers.counterSource(), "failures"));
        assertEquals(2, figure(workers.counterSource(), "tasklets"));
    }

    /** Several wake-ups count as one; here the one of the end follows that of a tasklet. */
    @Test
    void addedRemovedAndClosedAtOnceHoweverLongItsThreadSleeps() throws InterruptedException {
        try (CooperativeWorkers sleepy = sleepy()) {
            Counting tasklet = new Counting();
            TaskletHandle handle = sleepy.add(tasklet);
            tasklet.awaitCall();
            Counting second = new Counting();
            sleepy.add(second);
            second.awaitCall();
            handle.remove();
            awaitEnd(handle);
        }
        assertTimeoutPreemptively(LONG, () -> {
            for (int i = 0; i < 500; i++) {
                CooperativeWorkers sleepy = sleepy();
                sleepy.add(new Counting());
                sleepy.close();
            }
        });
    }

    @Test
    void noTaskletWaitsWhereAnotherUsesUpAWakeUp() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch added = new CountDownLatch(1);
        try (CooperativeWorkers sleepy = sleepy()) {
            sleepy.add(() -> {
                inside.countDown();
                added.await();
                LockSupport.parkNanos(1); // Returns at once if another thread has unparked this one.
                return Progress.NO_PROGRESS;
            });
            inside.await();
            Counting other = new Counting();
            sleepy.add(other);
            added.countDown();
            other.awaitCall();
        }
    }

    @Test
    void addedAndRemovedByTasklets() throws InterruptedException {
        Counting child = new Counting();
        AtomicReference<TaskletHandle> childHandle = new AtomicReference<>();
        AtomicReference<TaskletHandle> own = new AtomicReference<>();
        AtomicInteger calls = new AtomicInteger();
        own.set(workers.add(() -> {
            if (own.get() == null) {
                return Progress.NO_PROGRESS;
            }
            if (childHandle.get() == null) {
                childHandle.set(workers.add(child));
            } else if (child.calls.get() > 10) {
                childHandle.get().remove();
                own.get().remove();
                calls.incrementAndGet();
            }
            return Progress.PROGRESS;
        }));
        await(() -> calls.get() > 0);
        awaitEnd(childHandle.get());
        awaitEnd(own.get());
        assertEquals(1, calls.get());
        assertEquals(0, figure(workers.counterSource(), "tasklets"));
    }

    @Test
    void noTaskletWaitsForItsOwnThread() throws InterruptedException {
        TaskletHandle other = workers.add(new Counting());
        List.<Tasklet>of(() -> other.awaitEnd(LONG) ? Progress.DONE : Progress.NO_PROGRESS, () -> {
                    workers.close();
                    return Progress.DONE;
                })
                .forEach(workers::add);
        await(() -> reported.size() == 2);
        reported.forEach(error -> assertTrue(error.getMessage().startsWith("a tasklet cannot "), error::toString));
        assertFalse(other.isEnded());
    }

    @Test
    void anInterruptStaysWithWhomItWasMeantFor() {
        AtomicInteger interrupted = new AtomicInteger();
        AtomicInteger rounds = new AtomicInteger();
        workers.add(() -> {
            Thread.currentThread().interrupt();
            return Progress.NO_PROGRESS;
        });
        workers.add(() -> {
            interrupted.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
            rounds.incrementAndGet();
            return Progress.NO_PROGRESS;
        });
        await(() -> rounds.get() > 10);
        assertEquals(0, interrupted.get());
    }

    @Test
    void closingEndsAll() throws InterruptedException {
        Counting tasklet = new Counting();
        TaskletHandle handle = workers.add(tasklet);
        tasklet.awaitCalls();
        workers.close();
        assertTrue(handle.isEnded());
        assertFalse(tasklet.thread.isAlive());
        assertThrows(IllegalStateException.class, () -> workers.add(tasklet));
        assertEquals(0, figure(workers.counterSource(), "tasklets"));
    }

    @Test
    void impossibleConfigurationsAreRefused() {
        CooperativeConfig config = CooperativeConfig.DEFAULT;
        Duration ms = Duration.ofMillis(1);
        assertThrows(IllegalArgumentException.class, () -> config.withThreads(0));
        assertThrows(IllegalArgumentException.class, () -> config.withIdle(ms.plusNanos(1), ms));
        assertThrows(IllegalArgumentException.class, () -> config.withIdle(ms.negated(), ms));
        assertThrows(IllegalArgumentException.class, () -> config.withIdle(Duration.ZERO, ms));
        assertThrows(IllegalArgumentException.class, () -> config.withIdle(ms, Duration.ofDays(1)));
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
            Counting other = new Counting();
            one.add(other);
            other.awaitCalls();
        }
        threads.set(0);
        assertThrows(Throwable.class, () -> new CooperativeWorkers(config.withThreads(3)));
        started.forEach(each -> assertFalse(each.isAlive()));
    }

    private void add(CooperativeWorkers workers, int count) {
        for (int i = 0; i < count; i++) {
            Counting tasklet = new Counting();
            tasklets.add(tasklet);
            handles.add(workers.add(tasklet));
        }
    }

    private void removeAt(int index) throws InterruptedException {
        TaskletHandle handle = handles.remove(index);
        handle.remove();
        awaitEnd(handle);
        tasklets.remove(index);
    }

    private Map<Thread, Long> spread() {
        tasklets.forEach(Counting::awaitCalls);
        return tasklets.stream().collect(Collectors.groupingBy(each -> each.thread, Collectors.counting()));
    }

    private boolean isLevel() {
        Map<Thread, Long> spread = spread();
        long least = tasklets.size() / THREADS;
        return spread.size() == Math.min(THREADS, tasklets.size())
                && spread.values().stream().allMatch(count -> count >= least && count <= least + 1);
    }

    @Test
    void newOnesGoWhereTheFewestAre() throws InterruptedException {
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT.withThreads(THREADS))) {
            add(workers, TASKLETS);
            assertTrue(isLevel(), () -> spread().toString());
            Thread emptied = tasklets.get(0).thread;
            for (int i = tasklets.size() - 1; i >= 0; i--) {
                if (tasklets.get(i).thread == emptied) {
                    removeAt(i);
                }
            }
            add(workers, TASKLETS - tasklets.size());
            assertTrue(isLevel(), () -> spread().toString());
        }
    }
}
