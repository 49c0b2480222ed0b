/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * An executor whose workers schedule themselves: {@link io.tailrace.injector.Injector} has the threads, and {@link
 * io.tailrace.injector.InjectionExecutor}s share them, each with its own limits. The package does not depend on
 * messages.
 *
 * <p><b>Which thread wakes a worker.</b> Waking a thread costs microseconds, more than most tasks, so a producer does
 * it only when no other thread will. A worker that is awake without a task is a <i>searcher</i>; so is a worker that
 * was woken or started and does not run yet. While there is a searcher no thread wakes another. A producer that makes
 * the first task of an executor ready while there is no searcher wakes one worker. A searcher that finds a task stops
 * being a searcher <i>before</i> it runs the task, and the last one then wakes another worker if more work waits that a
 * further worker may take. So workers start one another, as many as the work needs. After its task a worker takes the
 * next one of that executor by itself; if there is none it becomes a searcher again.
 *
 * <p><b>When a worker sleeps.</b> The original injector (Belliott Smith's) lets workers doze, adds up the time for
 * which each has idled, and stops one when that sum grows faster than real time: then on average more than one idles.
 * Here one searcher at a time may spin; a second one sleeps at once. And it spins only as long as that has lately paid
 * ({@code Worker.SpinLimit}: 1 to 20 microseconds), then it sleeps until it is woken, and its thread ends after a
 * minute. No worker dozes on a timer: a timer needs 60 microseconds to fire, and a single task would wait for it. So an
 * idle pool uses no processor time, and a single task gets a thread in the time of a wake-up.
 *
 * <p><b>How a producer waits for room.</b> A producer that finds an executor full spins for a short time, if waits have
 * recently been shorter than a wake-up ({@code BlockedProducers.SpinCredit}). Then it sleeps until the queue is empty
 * or has room for many tasks, so it is woken once for many tasks. A task of the injector never waits: the tasks that it
 * submits are accepted beyond the limit.
 *
 * <p><b>Why no task is overlooked.</b> The word of an executor ({@code ExecutorState}) holds tasks and workers, so a
 * worker takes the next task, or finds none, by one atomic step. Between executors and searchers each side does its own
 * step first and then checks the other's:
 *
 * <ul>
 *   <li>A producer publishes its task, then checks for a searcher.
 *   <li>A searcher leaves the search and then, if it was the last, checks for tasks. It is already among the idle ones,
 *       so it can wake itself.
 *   <li>A worker that has run its tasks becomes a searcher before it gives its slot back.
 *   <li>If a thread cannot be started, its searcher count is taken back, and its tasks wait for the next wake-up. If it
 *       dies before it begins, the next thread that would wake a worker takes its count over.
 * </ul>
 *
 * <p><b>Shutdown.</b> The phase is in the same word: a task is accepted or refused, and the executor terminated, by one
 * step each. An interrupt reaches a thread while it runs tasks of the stopped executor, or never ({@code
 * CurrentExecutor}).
 *
 * <p><b>Cooperative workers</b> ({@link io.tailrace.injector.CooperativeWorkers}) are for work that is not submitted,
 * but must be polled for. Their threads call {@link io.tailrace.injector.Tasklet}s in turn. While there is no work, a
 * thread sleeps until a {@link io.tailrace.injector.WakeSource} wakes it, or, if a tasklet has none, longer and longer
 * on a timer.
 */
@NullMarked
package io.tailrace.injector;

import org.jspecify.annotations.NullMarked;
