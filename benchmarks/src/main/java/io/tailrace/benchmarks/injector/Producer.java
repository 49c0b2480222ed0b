/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.lab.Work;
import io.tailrace.memory.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A thread that submits one task after the other, as fast as it may, until it is stopped. */
final class Producer extends Padded implements Runnable {
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
