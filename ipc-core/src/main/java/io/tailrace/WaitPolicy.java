/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * How a thread waits in a call that waits, and whether a poll that does not wait may check again a little later.
 *
 * <p>When a poll has caught up with a publisher that writes millions of messages a second, the next poll takes many
 * messages at once if it first leaves the memory to the publisher for up to 16 µs. It does so only if it gains messages
 * that way.
 */
public enum WaitPolicy {
    /** The thread spins and occupies a whole processor; a virtual thread occupies its carrier. */
    SPIN,
    /** The thread spins for as long as recent arrivals suggest that this pays, at most some 20 µs. Then it sleeps. */
    BALANCED,
    /** The thread sleeps at once and never spins; nor does a poll that does not wait. */
    ECONOMY
}
