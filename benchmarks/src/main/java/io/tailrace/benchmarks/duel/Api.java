/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

/** What the publishing thread calls. */
enum Api {
    /** One message, copied from a buffer of the caller's. */
    OFFER,
    /** Space for one message, in which each of its words is written, and then committed. */
    CLAIM,
    /** {@link Candidate.Sender#GROUP} messages by one call, copied from a buffer of the caller's. */
    BATCH,
    /** One message that Aeron cuts into pieces, which the receiver puts together: whatever is longer than the MTU. */
    FRAGMENTS
}
