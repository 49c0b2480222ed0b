/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.Publication;
import io.tailrace.samples.summarizer.pipeline.FillSource;

/** How full a stream is, as who writes to it sees it: how little room its slowest reader leaves. For one thread. */
final class StreamFill implements FillSource {
    private final String name;
    private final Publication publication;
    /** All there is, for at first the log is empty. */
    private long mostRoom = 1;

    StreamFill(String name, Publication publication) {
        this.name = name;
        this.publication = publication;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public double fill() {
        long room = Math.max(0, publication.limit() - publication.position());
        mostRoom = Math.max(mostRoom, room);
        return 1 - (double) room / mostRoom;
    }
}
