/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import java.util.List;
import java.util.concurrent.TimeoutException;

/** What can be asked of a run, of one process or many, at any time. Any thread. */
public interface Live {
    /** {@return the figures of each process of it} At once. */
    List<ProcessFigures> figures();

    /**
     * {@return the summaries as they are now, each a JSON object} The threads that own them write them down between two
     * events; that is waited for.
     *
     * @throws TimeoutException if one of them did not come to it; the message says which
     * @throws InterruptedException if the calling thread was interrupted
     */
    List<String> summaries() throws TimeoutException, InterruptedException;
}
