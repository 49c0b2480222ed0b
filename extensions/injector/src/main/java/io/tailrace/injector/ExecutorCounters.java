/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/**
 * The work done by an {@link InjectionExecutor}. Each figure is read separately, so they are consistent only at rest;
 * then {@code submitted = executed + drained}.
 *
 * @param queued tasks that wait now
 * @param running tasks that run now
 * @param waitingProducers threads that wait now for room in the full executor
 * @param submitted tasks accepted
 * @param executed tasks that have run to their end or thrown
 * @param failed those of them that threw
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
        long rejected,
        long drained) {}
