/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs handlers for the frames of logs on many threads, in place: the frames stay where they are until everything
 * before them is done. Not exported: programs name what is in {@link io.tailrace.dispatch}. The package knows frames by
 * number and position only; {@link io.tailrace.dispatcher.FrameFeed} is what it asks of a log.
 *
 * <p><b>The way of a frame.</b> The thread that has the {@code ReaderRole} of a log is its reader. It puts frame after
 * frame into the log's {@link io.tailrace.dispatcher.FrameWindow}, a ring of slots. {@code FrameOrder} says which
 * frames may be run now. A thread takes one, runs it by {@code FrameRunner}, and reports it as done to the {@code
 * LowWatermark}; the position told to publishers is that of the first frame that is not done. A full window stops the
 * reader, and so, in the end, the publishers.
 *
 * <p><b>The threads.</b> {@code Dispatcher} gives one and the same task to the executor as often as it wants another
 * thread, never one for each frame. A thread at work has a {@code ThreadContext}. It searches for frames or runs
 * handlers; {@code DispatchThreads} counts both kinds in one word. The last searcher recruits another one before it
 * runs a handler, if one more thread is allowed.
 *
 * <p><b>At rest.</b> A thread that finds nothing sleeps. One of them awaits messages: a message wakes it at once, as it
 * wakes a thread that polls. The others sleep on a timer, longer each time; one that has slept for the longest time
 * returns to the executor, if another searcher is left. So at rest one thread awaits messages, and uses no processor.
 * While handlers run, that thread looks by its timer, too: a handler that returns makes room in the window, and one
 * that blocks all of a sudden leaves frames for others. To wake the searcher before each handler would cost more than
 * most handlers.
 *
 * <p><b>A dispatch is one long poll.</b> An image that is dispatched counts as polled until it is given back. So a
 * thread that polls it is refused, and a thread that closes it waits for the handlers, as it waits for a poll. Only
 * subscriptions that gate are dispatched: with DROP and EVICT messages are copied, one at a time, so there is nothing
 * to leave in place. The strategies are one loop: PRODUCE_CONSUME is EXECUTE_PRODUCE_CONSUME with one thread, and log
 * order is key order with one lane. A worker sleeps before it tries a frame again: the frames behind that one wait for
 * it anyway, in its lane or at the window.
 *
 * <p><b>Pairs</b> of steps of different threads, by which nothing is overlooked: {@code ReaderRole} (demand against
 * release), {@code LowWatermark} (done against unlock), {@code Lanes} (a frame is added while the lane runs dry),
 * {@code Dispatcher.leave} (a frame is added while a worker leaves).
 */
@NullMarked
package io.tailrace.dispatcher;

import org.jspecify.annotations.NullMarked;
