/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.wire.Streams;

/** What summarizers read. */
public enum StreamKind {
    /** Events, which a process of their own parses. */
    EVENTS,
    /** Lines, which each summarizer parses itself. */
    LINES;

    String stream(Streams streams, int version) {
        return this == EVENTS ? streams.events(version) : streams.lines(version);
    }
}
