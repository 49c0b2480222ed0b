/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The bulk calls of an executor whose callers may wait for room. The JDK's bulk calls check the time, and can be
 * interrupted, between two tasks and after the last one; these calls also while a task waits for room.
 */
abstract class BulkCalls extends AbstractExecutorService {
    /**
     * Executes a task as {@link #execute} does, but waits for room no longer than given, and can be interrupted.
     *
     * @return false if there was no room in time; then the task will not run
     */
    abstract boolean executeWithin(Runnable task, long timeoutNs) throws InterruptedException;

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return invokeAll(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        long endNs = endNs(timeout, unit);
        List<RunnableFuture<T>> futures = new ArrayList<>(tasks.size());
        for (Callable<T> task : tasks) {
            futures.add(newTaskFor(task));
        }
        try {
            if (executeAll(futures, endNs)) {
                awaitAll(futures, endNs);
            }
        } finally {
            futures.forEach(future -> future.cancel(true));
        }
        return new ArrayList<>(futures);
    }

    /** {@return whether all were executed in time} */
    private <T> boolean executeAll(List<RunnableFuture<T>> futures, long endNs) throws InterruptedException {
        for (RunnableFuture<T> future : futures) {
            long remainingNs = remainingNs(endNs);
            if (remainingNs == 0 || !executeWithin(future, remainingNs)) {
                return false;
            }
        }
        return true;
    }

    private static <T> void awaitAll(List<RunnableFuture<T>> futures, long endNs) throws InterruptedException {
        for (Future<T> future : futures) {
            try {
                future.get(remainingNs(endNs), TimeUnit.NANOSECONDS);
            } catch (ExecutionException | CancellationException e) {
                // This task is done, too.
            } catch (TimeoutException e) {
                return;
            }
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return invokeAny(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("three hundred years have passed", e);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        long endNs = endNs(timeout, unit);
        BlockingQueue<Future<T>> done = new LinkedBlockingQueue<>();
        List<FutureTask<T>> futures = new ArrayList<>(tasks.size());
        for (Callable<T> task : tasks) {
            futures.add(new FutureTask<>(task) {
                @Override
                protected void done() {
                    done.add(this);
                }
            });
        }
        if (futures.isEmpty()) {
            throw new IllegalArgumentException("no task to invoke any of: tasks=0, min=1");
        }
        try {
            return firstResult(futures, done, endNs);
        } finally {
            futures.forEach(future -> future.cancel(true));
        }
    }

    /** Before each further task it checks whether an earlier one has succeeded. */
    private <T> T firstResult(List<FutureTask<T>> futures, BlockingQueue<Future<T>> done, long endNs)
            throws InterruptedException, ExecutionException, TimeoutException {
        int executed = 0;
        int failed = 0;
        while (true) {
            Future<T> next = done.poll();
            if (next == null && executed < futures.size()) {
                if (executeWithin(futures.get(executed), remainingNs(endNs))) {
                    executed++;
                    continue;
                }
                next = done.poll(); // The time is up, but a task may have ended meanwhile.
            } else if (next == null) {
                next = done.poll(remainingNs(endNs), TimeUnit.NANOSECONDS);
            }
            if (next == null) {
                throw new TimeoutException("no task has succeeded in time: executed=" + executed + ", failed=" + failed
                        + ", tasks=" + futures.size());
            }
            try {
                return next.get();
            } catch (ExecutionException e) {
                if (++failed == futures.size()) {
                    throw e;
                }
            }
        }
    }

    private static long endNs(long timeout, TimeUnit unit) {
        return System.nanoTime() + Math.max(0, unit.toNanos(timeout));
    }

    private static long remainingNs(long endNs) {
        return Math.max(0, endNs - System.nanoTime());
    }
}
