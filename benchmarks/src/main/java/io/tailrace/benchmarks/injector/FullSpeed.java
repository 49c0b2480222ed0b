/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Kind.Contestant;
import io.tailrace.benchmarks.injector.Kind.Contestant.Limits;
import io.tailrace.benchmarks.injector.OnceTask.Ledger;
import io.tailrace.benchmarks.lab.Usage;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.lab.Work;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** One executor, one producer that never pauses, for a while. */
final class FullSpeed {
    private static final long END_TIMEOUT_MS = 10_000;

    private final List<Producer> producers;
    private final Ledger ledger;

    private FullSpeed(List<Producer> producers, Ledger ledger) {
        this.producers = producers;
        this.ledger = ledger;
    }

    /** {@return its figures} */
    static Map<String, ?> measure(Kind kind, Limits limits, int rounds, long leadInMs, long measureMs) {
        Ledger ledger;
        Map<String, ?> figures;
        try (Contestant contestant = kind.start(limits)) {
            ledger = new Ledger(contestant.room());
            int count = kind == Kind.LOOPS ? Runtime.getRuntime().availableProcessors() : 1;
            List<Producer> producers = IntStream.range(0, count)
                    .mapToObj(number -> new Producer(contestant, ledger, limits, rounds))
                    .toList();
            figures = new FullSpeed(producers, ledger).run(leadInMs, measureMs);
        }
        ledger.checkNoneRepeated();
        return figures;
    }

    private Map<String, ?> run(long leadInMs, long measureMs) {
        ExecutorService threads = Executors.newFixedThreadPool(producers.size());
        try {
            List<? extends Future<?>> ends =
                    producers.stream().map(threads::submit).toList();
            Waiting.sleep(leadInMs);
            Mark before = mark();
            Waiting.sleep(measureMs);
            // However long the producers had no processor: no task is no figure.
            Waiting.until(() -> submitted() > before.submitted, END_TIMEOUT_MS, () -> "no task was submitted");
            Mark after = mark();
            producers.forEach(Producer::stop);
            ends.forEach(end -> Waiting.result(end, END_TIMEOUT_MS));
            producers.forEach(producer -> ledger.awaitEnd(producer.tasks()));
            return figures(before, after);
        } finally {
            producers.forEach(Producer::stop);
            threads.shutdown();
        }
    }

    private record Mark(long submitted, long producerNs, Usage usage) {}

    private Mark mark() {
        return new Mark(
                submitted(),
                producers.stream()
                        .mapToLong(producer -> Usage.cpuNs(producer.threadId()))
                        .sum(),
                Usage.without(Set.of(Thread.currentThread().getId())));
    }

    private long submitted() {
        return producers.stream().mapToLong(Producer::submitted).sum();
    }

    private static Map<String, ?> figures(Mark before, Mark after) {
        Usage used = after.usage.since(before.usage);
        double tasks = after.submitted - before.submitted;
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("tasksPerSecond", tasks / (used.timeNs() / 1e9));
        figures.put("submitNs", (after.producerNs - before.producerNs) / tasks);
        figures.put("switchesPerTask", used.voluntarySwitches() / tasks);
        figures.put("cpuPercent", used.percent(used.cpuNs()));
        figures.put("bytesPerTask", used.allocatedBytes() / tasks);
        return figures;
    }

    /** A thread that submits one task after the other, as fast as it may, until it is stopped. */
    static final class Producer extends Padded implements Runnable {
        private static final VarHandle SUBMITTED;
        /** So many as can be under way have no need to wait for one that lost its processor. */
        private static final int TASKS_FOR_ONE = 8;

        static {
            try {
                SUBMITTED = MethodHandles.lookup().findVarHandle(Producer.class, "submitted", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @SuppressWarnings("unused") // SUBMITTED
        private long submitted;

        private int next;
        private final Contestant contestant;
        private final List<BusyTask> tasks = new ArrayList<>();
        private final CompletableFuture<Long> threadId = new CompletableFuture<>();
        private volatile boolean stopped;

        Producer(Contestant contestant, Ledger ledger, Limits limits, int rounds) {
            this.contestant = contestant;
            for (int i = 0; i < TASKS_FOR_ONE * limits.all(); i++) {
                tasks.add(new BusyTask(ledger, rounds));
            }
        }

        @Override
        public void run() {
            threadId.complete(Thread.currentThread().getId());
            for (long number = 1; !stopped; number++) {
                BusyTask task = nextFree();
                task.arm();
                contestant.submit(task);
                SUBMITTED.setOpaque(this, number);
            }
        }

        private BusyTask nextFree() {
            while (true) {
                BusyTask task = tasks.get(next);
                next = next + 1 == tasks.size() ? 0 : next + 1;
                if (task.isDone()) {
                    return task;
                }
            }
        }

        /** Any thread. */
        void stop() {
            stopped = true;
        }

        /** {@return how many so far} Any thread. */
        long submitted() {
            return (long) SUBMITTED.getOpaque(this);
        }

        /** {@return of the thread that runs it} Waits until one does. */
        long threadId() {
            return threadId.join();
        }

        List<BusyTask> tasks() {
            return tasks;
        }

        /** Keeps a processor busy for a given number of rounds. */
        static final class BusyTask extends OnceTask {
            private final int rounds;
            private long seed = 1;

            BusyTask(Ledger ledger, int rounds) {
                super(ledger);
                this.rounds = rounds;
            }

            @Override
            void work() {
                seed = Work.burn(seed, rounds);
            }
        }
    }
}
