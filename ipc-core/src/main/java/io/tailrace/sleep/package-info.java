/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * How a thread sleeps in the kernel until another process has something for it, and how that process wakes it.
 *
 * <p>A {@link io.tailrace.sleep.Sleeper} has a word in a file of its client that says whether it sleeps. It announces
 * its sleep there, looks once more for what it waits for, and sleeps. The thread that has brought it looks at
 * that word afterwards, and wakes the sleeper by a {@code SleeperWaker}. One of the two sees the other.
 * {@link io.tailrace.log.Sleepers} says why, for messages and for space.
 *
 * <p>The kernel has two ways: a futex on JDK 22 and later where native access is allowed, a Unix domain socket
 * elsewhere. The file says which way a sleeper has chosen. A virtual thread would keep its carrier in the kernel with
 * it, so it parks, and a thread of its client waits in the kernel for all that do.
 *
 * <p>The threads of Tailrace's own, the driver's and the conductor of each client, sleep in the same way; how they rest
 * between their cycles says {@link io.tailrace.sleep.AgentIdle}.
 */
@NullMarked
package io.tailrace.sleep;

import org.jspecify.annotations.NullMarked;
