/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.log.LogBuffers;

/** Is told what the keeper has padded in the place of dead publishers. On the keeper's thread. */
@FunctionalInterface
public interface UnblockListener {
    UnblockListener NONE = (log, position, length, publisherSlot) -> {};

    /**
     * A padding is there.
     *
     * @param publisherSlot of the publisher whose claim it was; -1 if the claim had no header, so nobody knows
     */
    void onUnblocked(LogBuffers log, long position, long length, int publisherSlot);
}
