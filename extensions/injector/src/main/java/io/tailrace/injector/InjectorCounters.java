/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/**
 * The work done by the worker threads of an {@link Injector}. Each figure is read separately, so they are consistent
 * only at rest.
 *
 * @param threads that live now
 * @param sleeping those of them that sleep
 * @param wakesByProducers threads woken or started by a thread that submitted a task
 * @param wakesByWorkers threads woken or started by a worker
 * @param falseWakes wake-ups that found no work left
 * @param searches how often a worker found nothing at first
 * @param parks how often a worker went to sleep
 * @param threadsStarted threads started
 * @param startFailures threads that could not be started
 */
public record InjectorCounters(
        int threads,
        int sleeping,
        long wakesByProducers,
        long wakesByWorkers,
        long falseWakes,
        long searches,
        long parks,
        long threadsStarted,
        long startFailures) {}
