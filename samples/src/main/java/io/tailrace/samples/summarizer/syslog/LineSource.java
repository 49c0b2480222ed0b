/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.syslog;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Where lines come from. */
public interface LineSource {
    /**
     * Hands over all lines, and returns when they are handled and there will be none any more.
     *
     * @param newHandler makes a handler for each thread that hands over lines
     * @param failed is told what a thread of the source's own has failed by, and then interrupts the calling thread
     * @return nanoseconds from the first line to the last
     */
    long readAll(Supplier<LineHandler> newHandler, Consumer<Throwable> failed) throws IOException, InterruptedException;
}
