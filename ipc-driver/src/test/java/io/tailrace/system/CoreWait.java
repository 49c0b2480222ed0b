/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/** How long one thread could have run but got no core, as counted by Linux. Only that thread creates and calls it. */
final class CoreWait {
    private final RandomAccessFile statistics;
    private final byte[] text = new byte[128];

    CoreWait() throws IOException {
        this.statistics = new RandomAccessFile("/proc/thread-self/schedstat", "r");
    }

    /** {@return the time since the thread began} */
    long ns() throws IOException {
        statistics.seek(0);
        int length = statistics.read(text);
        return Long.parseLong(new String(text, 0, length, StandardCharsets.US_ASCII).split(" ", -1)[1]);
    }
}
