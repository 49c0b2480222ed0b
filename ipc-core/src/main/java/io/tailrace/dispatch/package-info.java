/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs handlers for the frames of logs on many threads, in place: the frames stay where they are until everything
 * before them is done. Knows frames by number and position only; {@link io.tailrace.dispatch.FrameFeed} is what a log
 * has to offer.
 *
 * <p><b>A frame's way.</b> Whoever has the {@code ProducerRole} of a log reads on and puts frame after frame into its
 * {@link io.tailrace.dispatch.FrameWindow}, a ring of slots. {@code FrameOrder} says which may be run now. Whoever
 * takes one runs it, by {@code FrameRunner}, and marks it as done in the {@code CompletedPrefix}; the position told to
 * publishers is that of the first frame that is not done. A full window stops the reading, and so, in the end, the
 * publishers.
 *
 * <p><b>Who works.</b> {@code Dispatcher} gives one and the same task to the executor as often as it wants another
 * thread, never one for each frame. A thread at work has a {@code Seat}, and watches or is busy with handlers;
 * {@code Crew} counts both in one word. The last one to stop watching finds a stand-in before it runs a handler, if it
 * may have one. Who finds nothing sleeps, longer each time; when it has come to the longest sleep and another one
 * watches, it gives its thread back. So at rest there is one thread, which looks at the configured rate: nobody tells a
 * subscriber that a message came.
 *
 * <p>The last watcher sleeps on a timer, too, so a handler that blocks all of a sudden is noticed within the idle time,
 * a millisecond at most. To wake the watcher before each handler would cost more than most handlers.
 *
 * <p><b>A dispatch is one long poll.</b> An image that is dispatched counts as polled until it is given back. So a
 * thread that polls it is refused, and a thread that closes it waits for the handlers, as it waits for a poll. Only
 * subscriptions that gate are dispatched: with DROP and EVICT messages are copied, one at a time, so there is nothing
 * to leave in place. The strategies are one loop: PRODUCE_CONSUME is EXECUTE_PRODUCE_CONSUME with one thread, and log
 * order is key order with one lane. A retry waits in its worker: the frames behind it wait for it anyway, in its lane
 * or at the window.
 *
 * <p><b>Pairs</b> of steps of different threads, which keep anything from being nobody's: {@code ProducerRole} (demand
 * against release), {@code CompletedPrefix} (done against unlock), {@code Lane} (a frame comes while the lane runs
 * dry), {@code Dispatcher.leave} (a frame comes while a worker leaves).
 */
@NullMarked
package io.tailrace.dispatch;

import org.jspecify.annotations.NullMarked;
