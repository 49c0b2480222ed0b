/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * An executor whose workers schedule themselves: {@link io.tailrace.injector.Injector} has the threads,
 * {@link io.tailrace.injector.InjectionExecutor}s share them, each with limits of its own. Knows nothing of IPC.
 *
 * <p><b>Who wakes whom.</b> Waking a thread costs microseconds, more than most tasks, so a producer does it only when
 * nobody else will. A worker that is awake without a task is a <i>searcher</i>; so is one that was woken or started and
 * has not got there yet. While there is a searcher nobody wakes another. Whoever makes the first task of an executor
 * ready while there is none wakes one. A searcher that finds a task stops being one <i>before</i> it runs it, and the
 * last one then wakes another if more work waits that a further worker may take: so they start one another, as many as
 * the work needs. Having run it, a worker takes the next task of that executor without anybody's help; without one it
 * is a searcher again.
 *
 * <p><b>Who stops.</b> The original lets workers doze, adds up the time for which each has idled, and stops one when
 * that sum grows faster than real time: then on average more than one idles. Here one searcher at a time may keep
 * looking; a second one sleeps at once. And it looks only as long as that lately has paid ({@code Patience}: 1 to 20
 * microseconds), then it sleeps until it is woken, and its thread ends after a minute. Nobody dozes on a timer: that
 * needs 60 microseconds to fire, and a task that comes by itself would wait for it. So an idle pool uses no processor
 * time, and each task of a trickle finds a thread in the time it takes to wake one.
 *
 * <p><b>Who waits for room.</b> A producer that finds an executor full looks for room a little while, if that lately
 * has been shorter than being woken ({@code Lookout}), then it sleeps until the queue is empty or has room for many
 * ({@code Room}): so it is woken once for many tasks. A task of the injector never waits: what it brings is accepted
 * beyond the limit.
 *
 * <p><b>Why no task is left behind.</b> The word of an executor ({@code ExecutorState}) holds tasks and workers, so to
 * take the next task or to find none is one atomic step. Between executors and searchers each does its own step first
 * and looks at the other's then. Who brings a task publishes it, then looks for a searcher. Who stops searching says
 * so, then, as the last one, looks for tasks; it lies among the sleepers already, so that it can wake itself. Who has
 * run its tasks is a searcher again before it gives its place back. Who raises a limit stores it, then looks for tasks.
 * If a thread can not be started, its count is taken back and its tasks wait for the next wake-up. If it
 * dies before it begins, the next that would wake somebody takes its count over.
 *
 * <p><b>Shutdown.</b> The phase is in the same word: a task is accepted or refused, and the executor terminated, by one
 * step each. Interrupts reach the thread while it runs tasks of the stopped executor, or never ({@code
 * CurrentExecutor}).
 *
 * <p><b>Cooperative workers</b> ({@link io.tailrace.injector.CooperativeWorkers}) stand beside all this: for work that
 * nobody submits, but that has to be looked for again and again. Their threads call
 * {@link io.tailrace.injector.Tasklet}s in turn and sleep longer and longer while there is nothing to do.
 *
 * <p><b>Left out</b> on purpose: a budget for one executor's turn (any other's task has a worker woken for it anyway),
 * and interrupts for tasks that their producer runs itself.
 */
@NullMarked
package io.tailrace.injector;

import org.jspecify.annotations.NullMarked;
