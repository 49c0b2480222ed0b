/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/**
 * What the worker threads of an {@link Injector} have done so far. Each figure is read by itself, so they fit together
 * only when nothing is going on.
 *
 * @param threads that live now
 * @param sleeping those of them that sleep
 * @param wakesByProducers threads woken or started by whoever submitted a task or changed a limit
 * @param wakesByWorkers threads woken or started by another
 * @param falseWakes wake-ups that found nothing left to do
 * @param searches times that a worker had found nothing at first
 * @param parks times that a worker went to sleep
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
