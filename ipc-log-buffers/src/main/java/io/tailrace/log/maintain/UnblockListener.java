/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.log.LogBuffers;

/** Is notified of padding that the keeper has stored for dead publishers. Called on the driver's thread. */
@FunctionalInterface
public interface UnblockListener {
    UnblockListener NONE = (log, position, length, publisherSlot) -> {};

    /**
     * Padding was stored.
     *
     * @param publisherSlot of the publisher whose claim it was; -1 if the claim had no header, so that its publisher is
     *     not known
     */
    void onUnblocked(LogBuffers log, long position, long length, int publisherSlot);
}
