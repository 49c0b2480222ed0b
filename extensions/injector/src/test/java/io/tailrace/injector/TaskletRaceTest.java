/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.Figures.figure;
import static io.tailrace.injector.WithTasklets.LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.Tasklet.Progress;
import io.tailrace.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random tasklets, added and removed by several threads and by one another, which are done or throw at random. No
 * tasklet is called by two threads at once or after its end, none is lost, each sees the stores of its last call. Runs
 * longer with {@code -Dtailrace.test.burn=SECONDS}, again with {@code -Dtailrace.test.seed=S}.
 */
final class TaskletRaceTest {
    private static final int ADDERS = 3;
    private static final int MOST_OF_ADDER = 30;
    private static final long SECONDS = Long.getLong("tailrace.test.burn", 1);

    private final long seed = Seeds.of(TaskletRaceTest.class);
    private final Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
    private final Queue<Driven> born = new ConcurrentLinkedQueue<>();
    private final AtomicInteger thrown = new AtomicInteger();
    private final CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT
            .withThreads(3)
            .withIdle(Duration.ofNanos(1_000), Duration.ofNanos(50_000))
            .withFailureHandler((tasklet, error) -> {
                if (!error.getMessage().equals("expected")) {
                    wrong.add(error);
                }
            }));

    /** A tasklet that watches how it is driven. */
    private final class Driven implements Tasklet {
        private final Random random;
        private final boolean mayHaveChildren;
        private final TaskletHandle handle;
        private final AtomicBoolean inside = new AtomicBoolean();
        private final AtomicInteger calls = new AtomicInteger();
        private int plainCalls;

        @SuppressWarnings("this-escape") // the tasklet is called at once, but everything that it needs is initialized
        Driven(Random random, boolean mayHaveChildren) {
            this.random = random;
            this.mayHaveChildren = mayHaveChildren;
            this.handle = workers.add(this);
        }

        @Override
        public Progress call() {
            if (!inside.compareAndSet(false, true)) {
                throw new IllegalStateException("called by two threads");
            }
            if (++plainCalls != calls.incrementAndGet()) {
                throw new IllegalStateException("does not see what its last call has stored");
            }
            Progress progress = next();
            if (!inside.compareAndSet(true, false)) {
                throw new IllegalStateException("two threads inside");
            }
            return progress;
        }

        private Progress next() {
            int kind = random.nextInt(1_000);
            if (kind == 0) {
                thrown.incrementAndGet();
                inside.set(false);
                throw new IllegalStateException("expected");
            }
            if (kind < 4 && mayHaveChildren) {
                born.add(new Driven(new Random(random.nextLong()), false));
            }
            if (kind == 5) {
                Thread.currentThread().interrupt();
            }
            if (kind < 10) {
                return Progress.DONE;
            }
            return kind < 500 ? Progress.PROGRESS : Progress.NO_PROGRESS;
        }

        /** Removes the tasklet, and checks that it ends. */
        void end() throws InterruptedException {
            if (random.nextBoolean()) {
                Thread.onSpinWait();
            }
            handle.remove();
            assertTrue(handle.awaitEnd(LONG), "it does not end: removed, and not seen by any thread");
            int before = plainCalls; // The end of its calls made this visible.
            assertEquals(before, calls.get());
        }
    }

    private void addAndRemove(Random random, long endNs) throws InterruptedException {
        List<Driven> mine = new ArrayList<>();
        while (System.nanoTime() - endNs < 0) {
            int most = random.nextInt(MOST_OF_ADDER);
            while (mine.size() < most) {
                mine.add(new Driven(new Random(random.nextLong()), true));
            }
            while (mine.size() > most / 2) {
                mine.remove(random.nextInt(mine.size())).end();
            }
        }
        for (Driven each : mine) {
            each.end();
        }
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void randomTasklets() throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        List<FutureTask<?>> adders = new ArrayList<>();
        for (int i = 0; i < ADDERS; i++) {
            Random random = new Random(seed + i);
            FutureTask<?> adder = new FutureTask<>(() -> {
                addAndRemove(random, endNs);
                return null;
            });
            new Thread(adder).start();
            adders.add(adder);
        }
        for (FutureTask<?> adder : adders) {
            adder.get();
        }
        for (Driven child : born) {
            child.end();
        }
        workers.close();
        assertEquals(List.of(), List.copyOf(wrong));
        assertEquals(0, figure(workers.counterSource(), "tasklets"));
        assertEquals(thrown.get(), figure(workers.counterSource(), "failures"));
        assertTrue(!born.isEmpty());
    }

    /** A tasklet that is added during the close is called and ended, or ended, or refused, but never left behind. */
    @Test
    void addedWhileClosing() throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            CooperativeWorkers some = new CooperativeWorkers(CooperativeConfig.DEFAULT.withThreads(1 + i % 3));
            FutureTask<Integer> adder = new FutureTask<>(() -> addUntilRefused(some));
            Thread thread = new Thread(adder);
            thread.start();
            long startNs = System.nanoTime();
            long waitNs = random.nextInt(500_000);
            while (System.nanoTime() - startNs < waitNs) {
                Thread.onSpinWait();
            }
            some.close();
            assertEquals(0, adder.get());
        }
    }

    /** {@return how many tasklets do not end} */
    private static int addUntilRefused(CooperativeWorkers some) throws InterruptedException {
        List<TaskletHandle> added = new ArrayList<>();
        try {
            while (true) {
                added.add(some.add(() -> Progress.NO_PROGRESS));
            }
        } catch (IllegalStateException closed) {
            int left = 0;
            for (TaskletHandle each : added) {
                left += each.awaitEnd(LONG) ? 0 : 1;
            }
            return left;
        }
    }
}
