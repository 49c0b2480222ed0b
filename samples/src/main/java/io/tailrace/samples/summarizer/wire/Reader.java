/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import java.io.IOException;

/** Reads a stream. For one thread. */
public interface Reader extends AutoCloseable {
    /** Takes messages that are there; where there are none, waits for them. Returns how many there were. */
    int poll() throws IOException, InterruptedException;

    /** Takes all messages that are there. */
    void drain() throws IOException, InterruptedException;

    /** {@return what it has cost to lose nothing, in a line for whoever looks; empty if nothing} */
    String costs();

    @Override
    void close();
}
