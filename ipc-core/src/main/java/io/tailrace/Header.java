/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.events.Events;
import io.tailrace.log.FrameLayout;
import io.tailrace.memory.Padded;
import org.jspecify.annotations.Nullable;

/**
 * Where a message comes from. Reused for other messages: valid only inside the handler, for the thread that runs it.
 */
public final class Header extends Padded {
    private long word;
    private long position;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final Image image;

    Header(Image image) {
        this.image = image;
    }

    void wrap(long headerWord, long framePosition) {
        this.word = headerWord;
        this.position = framePosition;
    }

    /** The handler of this message has ended, with others before it; they were timed if there is a run of them. */
    void ended(Events.@Nullable HandlerRun run, int messages) {
        if (run != null) {
            run.ended(image.stream(), image.logId(), image.subscription().registrationId(), messages, position);
        }
    }

    /**
     * {@return the position in the log at which the message begins, in bytes; Aeron's is where it ends} Positions
     * ascend, and no two messages of a log have the same. The offer returned {@link #endPosition}: the length with 8
     * bytes of header, rounded up to a multiple of 8, further on.
     */
    public long position() {
        return position;
    }

    /** {@return the position behind the message, which its offer returned; the last one's of a batch} */
    public long endPosition() {
        return position + FrameLayout.align(FrameLayout.length(word));
    }

    /**
     * {@return the registration id of the publication that it was offered to} Several clients may publish to one
     * stream; each message names its own. Where that publication ended long ago, this is 0 or a later publication of
     * the same log.
     */
    public long publisherId() {
        return image.publisherId(FrameLayout.owner(word));
    }

    public String stream() {
        return image.stream();
    }

    /** {@return the log it stands in, as this subscriber sees it} */
    public Image image() {
        return image;
    }
}
