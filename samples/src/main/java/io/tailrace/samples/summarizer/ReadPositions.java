/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Image;
import io.tailrace.Subscription;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * How far the logs of a stream were read. Immutable.
 *
 * @param byLog the position behind the last message that was read, by the id of the log
 */
record ReadPositions(Map<Long, Long> byLog) {
    /** Nothing was read. */
    public static final ReadPositions NONE = new ReadPositions(Map.of());

    /** A stream may have thousands of logs, but not millions: a limit for bytes that are wrong. */
    private static final int MAX_LOGS = 1 << 20;

    public ReadPositions {
        byLog = Map.copyOf(byLog);
    }

    /** {@return those of a subscription} By the thread that polls it. */
    static ReadPositions of(Subscription subscription) {
        Map<Long, Long> positions = new HashMap<>();
        for (Image image : subscription.images()) {
            positions.put(image.logId(), image.readPosition());
        }
        return new ReadPositions(positions);
    }

    void save(DataOutput output) throws IOException {
        output.writeInt(byLog.size());
        for (Map.Entry<Long, Long> position : byLog.entrySet()) {
            output.writeLong(position.getKey());
            output.writeLong(position.getValue());
        }
    }

    /** @throws IOException if the bytes are none that {@link #save} has written */
    static ReadPositions restore(DataInput input) throws IOException {
        int count = input.readInt();
        if (count < 0 || count > MAX_LOGS) {
            throw new IOException("not saved positions: logs=" + count + ", limit=" + MAX_LOGS);
        }
        Map<Long, Long> positions = new HashMap<>();
        for (int i = 0; i < count; i++) {
            positions.put(input.readLong(), input.readLong());
        }
        return new ReadPositions(positions);
    }
}
