/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.log.LogMeta;
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
    private boolean asked;

    LiveJoin(LogMeta meta, int slot, long registrationId) {
        this.meta = meta;
        this.slot = slot;
        this.registrationId = registrationId;
    }

    /** {@return whether publishers wait for it from the reader's position on} Called before each poll. */
    boolean isDone(OverrunReader reader) {
        if (!asked && !reader.isReplaying()) {
            asked = true;
            meta.joinsRelease(slot, registrationId);
        }
        return asked && meta.gates(slot);
    }
}
