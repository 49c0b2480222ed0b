/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.Header;
import io.tailrace.events.Events;
import io.tailrace.internal.Padded;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import org.jspecify.annotations.Nullable;

/** The header of the message that a handler is running for. */
public final class FrameHeader extends Padded implements Header {
    private long word;
    private long position;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final LogImage image;

    public FrameHeader(LogImage image) {
        this.image = image;
    }

    public void wrap(long headerWord, long framePosition) {
        this.word = headerWord;
        this.position = framePosition;
    }

    /** Called when the handler of this message, the last of a run, has ended; the run was timed if it is not null. */
    public void ended(Events.@Nullable HandlerRun run, int messages) {
        if (run != null) {
            run.ended(image.stream(), image.logId(), image.subscription().registrationId(), messages, position);
        }
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public long endPosition() {
        return position + FrameLayout.align(FrameLayout.length(word));
    }

    @Override
    public long publisherId() {
        int slot = FrameLayout.owner(word);
        return slot < LogLayout.MAX_PUBLISHERS
                ? image.buffers().meta().publishers().acquire(slot)
                : 0;
    }

    @Override
    public String stream() {
        return image.stream();
    }

    @Override
    public LogImage image() {
        return image;
    }
}
