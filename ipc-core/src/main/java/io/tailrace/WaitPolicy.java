/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * How a thread waits where a call waits; and whether a poll that does not wait may look a little later.
 *
 * <p>Where a poll has caught up with a publisher that writes millions of messages a second, the next one takes many at
 * once if it first leaves the memory to the publisher for 16 µs at most. It does so only where more messages come that
 * way.
 */
public enum WaitPolicy {
    /** It looks again and again, and takes a whole processor; a virtual thread takes its carrier. */
    SPIN,
    /**
     * It looks again and again for as long as what has come so far says that this pays, at most some 20 µs. Then it
     * sleeps.
     */
    BALANCED,
    /** It sleeps at once, and never spins: nor does a poll that does not wait. */
    ECONOMY
}
