/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/**
 * What an {@link InjectionExecutor} has done so far. Each figure is read by itself, so they fit together only when
 * nothing is going on: then {@code submitted = executed + drained}.
 *
 * @param queued tasks that wait now
 * @param running tasks that run now
 * @param waitingProducers threads that wait now because it is full
 * @param submitted tasks accepted
 * @param executed tasks that have run to their end, or thrown
 * @param failed those that threw
 * @param ranInCaller those that the thread that brought them ran itself
 * @param rejected tasks refused
 * @param drained tasks that {@link InjectionExecutor#shutdownNow} gave back
 */
public record ExecutorCounters(
        int queued,
        int running,
        int waitingProducers,
        long submitted,
        long executed,
        long failed,
        long ranInCaller,
        long rejected,
        long drained) {}
