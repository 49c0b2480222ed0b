/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** How a thread waits where a call waits. */
public enum WaitPolicy {
    /** It looks again and again, and takes a whole processor; a virtual thread takes its carrier. */
    SPIN,
    /**
     * It looks again and again for as long as what has come so far says that this pays, at most some 20 µs. Then it
     * sleeps.
     */
    BALANCED,
    /** It sleeps at once. */
    ECONOMY
}
