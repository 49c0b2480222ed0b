/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs handlers for the frames of logs on many threads, in place: the frames stay where they are until everything
 * before them is done. Start with {@link io.tailrace.dispatch.Dispatch}, which identifies frames only by number and
 * position; {@code FrameFeed} is its interface to a log, and {@code DispatchedImages} connects it with a subscription.
 *
 * <p><b>The path of a frame.</b> The thread that has the {@code ReaderRole} of a log is its reader. It puts frame after
 * frame into the log's {@code FrameWindow}, a ring of slots. {@code FrameOrder} decides which frames may run now. A
 * thread takes one, runs it by {@code FrameRunner}, and reports it as done to the {@code LowWatermark}; the position
 * reported to publishers is that of the first frame that is not done. A full window stops the reader, and so,
 * eventually, the publishers.
 *
 * <p><b>The threads.</b> {@code Dispatch} passes the same task to the executor whenever it needs another thread, never
 * one for each frame. A thread at work has a {@code ThreadContext}. It searches for frames or runs handlers; {@code
 * DispatchThreads} counts both kinds in one word. The last searcher recruits another one before it runs a handler, if
 * one more thread is allowed.
 *
 * <p><b>At rest.</b> A thread that finds no work sleeps. One of the sleepers awaits messages: a message wakes it at
 * once, as it wakes a polling thread. The others sleep on a timer, longer each time; one that has slept for the longest
 * time returns to the executor, if another searcher is left. So at rest one thread awaits messages, and uses no
 * processor. While handlers run, that thread also checks by its timer: a handler that returns makes room in the window,
 * and one that suddenly blocks leaves frames for others. Waking the searcher before each handler would cost more than
 * most handlers.
 *
 * <p><b>A dispatch is one long poll.</b> An image that is dispatched counts as polled until it is given back. So a
 * thread that polls it is refused, and a thread that closes it waits for the handlers, as it waits for a poll. Only
 * subscriptions that gate are dispatched: with DROP and EVICT messages are copied, one at a time, so there is nothing
 * to leave in place. Log order is key order with one lane. A worker sleeps before it retries a frame: later frames wait
 * for it anyway, in its lane or at the window.
 *
 * <p><b>Pairs</b> of steps of different threads ensure that nothing is overlooked: {@code ReaderRole} (demand against
 * release), {@code LowWatermark} (done against unlock), {@code Lanes} (a frame is added while the lane runs dry).
 */
@NullMarked
package io.tailrace.dispatch;

import org.jspecify.annotations.NullMarked;
