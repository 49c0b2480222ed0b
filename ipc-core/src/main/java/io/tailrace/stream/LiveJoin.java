/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.log.LogMeta;
import io.tailrace.log.Waker;
import io.tailrace.log.read.OverrunReader;

/**
 * An image of a gating policy that began in history: while it is behind, no publisher waits for it, and it copies what
 * it reads. Once it has reached the log it asks to gate, and when the keeper lets it gate, it reads in place. Used by
 * the polling thread.
 */
final class LiveJoin {
    private final LogMeta meta;
    private final int slot;
    private final long registrationId;
    private final Waker keeper;
    private boolean asked;

    LiveJoin(LogMeta meta, int slot, long registrationId, Waker keeper) {
        this.meta = meta;
        this.slot = slot;
        this.registrationId = registrationId;
        this.keeper = keeper;
    }

    /** {@return whether publishers wait for it from the reader's position on} Called before each poll. */
    boolean isDone(OverrunReader reader) {
        boolean gates = asked && meta.gates(slot);
        if (!gates && !reader.isReplaying()) {
            asked = true;
            meta.joinsRelease(slot, registrationId);
            keeper.wakeBehindStore(); // It rests while others clean; meanwhile publishers might overrun this reader.
        }
        return gates;
    }
}
