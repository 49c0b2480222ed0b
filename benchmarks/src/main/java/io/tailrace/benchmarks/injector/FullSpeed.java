/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.Tailrace;
import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.injector.OnceTask.Ledger;
import io.tailrace.benchmarks.lab.Usage;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.lab.Work;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One executor, one producer that never pauses, for a while. */
final class FullSpeed {
    private static final long END_TIMEOUT_MS = 10_000;

    /** Whether only the CPU of threads that read and handle messages counts. */
    private final boolean ofMessages;

    private final List<Producer> producers;
    private final Ledger ledger;
    /**
     * Threads that do not count: the calling one, and for messages also those of the driver, the client and the JVM.
     */
    private final Set<Long> otherThreads;

    private FullSpeed(boolean ofMessages, List<Producer> producers, Ledger ledger, Set<Long> otherThreads) {
        this.ofMessages = ofMessages;
        this.producers = producers;
        this.ledger = ledger;
        this.otherThreads = otherThreads;
    }

    /** {@return the figures of messages that a dispatch handles, or of tasks} */
    static Map<String, ?> measure(
            boolean ofMessages,
            Kind kind,
            @Nullable Tailrace client,
            Limits limits,
            Load load,
            long leadInMs,
            long measureMs) {
        Set<Long> others = new HashSet<>(
                ofMessages ? Usage.threads() : Set.of(Thread.currentThread().getId()));
        Ledger ledger;
        Map<String, ?> figures;
        try (Contestant contestant = kind.start(limits, client)) {
            ledger = new Ledger(contestant.room());
            int count = kind == Kind.LOOPS ? Runtime.getRuntime().availableProcessors() : 1;
            List<Producer> producers = IntStream.range(0, count)
                    .mapToObj(number -> new Producer(contestant, ledger, limits, load))
                    .toList();
            figures = new FullSpeed(ofMessages, producers, ledger, others).run(leadInMs, measureMs);
        }
        ledger.checkNoneRepeated();
        return figures;
    }

    private Map<String, ?> run(long leadInMs, long measureMs) {
        ExecutorService threads = Executors.newFixedThreadPool(producers.size());
        try {
            List<? extends Future<?>> ends =
                    producers.stream().map(threads::submit).toList();
            if (ofMessages) { // The time of publishing threads counts separately.
                producers.forEach(producer -> otherThreads.add(producer.threadId()));
            }
            Waiting.sleep(leadInMs);
            Mark before = mark();
            Waiting.sleep(measureMs);
            // Even if the producers long had no processor: without a task there is no figure.
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
                Usage.without(otherThreads));
    }

    private long submitted() {
        return producers.stream().mapToLong(Producer::submitted).sum();
    }

    private Map<String, ?> figures(Mark before, Mark after) {
        Usage used = after.usage.since(before.usage);
        double tasks = after.submitted - before.submitted;
        double producerNs = after.producerNs - before.producerNs;
        String one = ofMessages ? "Message" : "Task";
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put(one.toLowerCase(Locale.ROOT) + "sPerSecond", tasks / (used.timeNs() / 1e9));
        figures.put("submitNs", producerNs / tasks);
        figures.put("publisherPercent", used.percent((long) producerNs));
        figures.put("switchesPer" + one, used.voluntarySwitches() / tasks);
        figures.put("cpuPercent", used.percent(used.cpuNs()));
        figures.put("cpuNsPer" + one, used.cpuNs() / tasks);
        figures.put("bytesPer" + one, used.allocatedBytes() / tasks);
        return figures;
    }

    /**
     * The work of a task.
     *
     * @param rounds of work
     * @param sleepEvery one in this many sleeps a millisecond instead; 0: none
     */
    record Load(int rounds, int sleepEvery) {}

    /** A thread that submits tasks one by one, as fast as it can, until it is stopped. */
    static final class Producer extends Padded implements Runnable {
        private static final VarHandle SUBMITTED;
        /** With this many places, none in flight waits for a task that lost its processor. */
        private static final int TASKS_FOR_ONE = 8;

        private static final long WAIT_NS = 20_000;

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

        Producer(Contestant contestant, Ledger ledger, Limits limits, Load load) {
            this.contestant = contestant;
            for (int i = 0; i < TASKS_FOR_ONE * limits.all(); i++) {
                tasks.add(new BusyTask(ledger, load));
            }
        }

        @Override
        public void run() {
            threadId.complete(Thread.currentThread().getId());
            for (long number = 1; !stopped; number++) {
                BusyTask task = nextFree();
                task.number = number;
                task.arm();
                contestant.submit(task);
                SUBMITTED.setOpaque(this, number);
            }
        }

        /** If all are in flight, which a stream allows, it leaves its core to the threads that run them. */
        private BusyTask nextFree() {
            for (int looks = 1; true; looks++) {
                if (looks % tasks.size() == 0) {
                    LockSupport.parkNanos(WAIT_NS);
                }
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

        /** {@return the number so far} Any thread. */
        long submitted() {
            return (long) SUBMITTED.getOpaque(this);
        }

        /** {@return the CPU time of the thread that runs it} Waits until one does. */
        long threadId() {
            return threadId.join();
        }

        List<BusyTask> tasks() {
            return tasks;
        }

        /** Keeps a processor busy for some rounds, or sleeps. */
        static final class BusyTask extends OnceTask {
            private static final long SLEEP_NS = 1_000_000;

            private final Load load;
            private long number;
            private long seed = 1;

            BusyTask(Ledger ledger, Load load) {
                super(ledger);
                this.load = load;
            }

            @Override
            void work() {
                if (load.sleepEvery() == 0 || number % load.sleepEvery() != 0) {
                    seed = Work.burn(seed, load.rounds());
                    return;
                }
                // Allocates nothing; a permit that the thread still has does not end it early.
                long startNs = System.nanoTime();
                for (long leftNs = SLEEP_NS; leftNs > 0; leftNs = SLEEP_NS - (System.nanoTime() - startNs)) {
                    LockSupport.parkNanos(leftNs);
                }
            }
        }
    }
}
