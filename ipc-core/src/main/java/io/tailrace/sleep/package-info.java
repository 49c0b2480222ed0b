/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * How a thread sleeps in the kernel until another process has work for it, and how that process wakes it.
 *
 * <p>A {@link io.tailrace.sleep.Sleeper} has a word in a file of its client that shows whether it sleeps. It announces
 * its sleep there, checks once more for what it waits for, and sleeps. The thread that has stored it reads that word
 * afterwards, and wakes the sleeper by a {@code SleeperWaker}. One of the two sees the other. {@link
 * io.tailrace.log.WakeHandshake} explains why, for messages and for space.
 *
 * <p>There are two ways to sleep in the kernel: a futex on JDK 22 and later if native access is allowed, otherwise a
 * Unix domain socket. The file shows which way a sleeper has chosen. A virtual thread would keep its carrier in the
 * kernel with it, so it parks, and a thread of its client waits in the kernel for all parked ones.
 *
 * <p>Tailrace's own threads, the driver's and the conductor of each client, sleep in the same way; {@link
 * io.tailrace.sleep.AgentIdle} describes how they rest between their cycles.
 */
@NullMarked
package io.tailrace.sleep;

import org.jspecify.annotations.NullMarked;
