/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.log.FrameLayout;
import io.tailrace.memory.Padded;

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

    /**
     * {@return the position in the log at which the message begins, in bytes: its identity there, ascending} What
     * {@code offer} returned for it is where it ends: that is its length with 8 bytes of header, rounded up to a
     * multiple of 8, further on. For a message of a batch only the end of the last one was returned.
     */
    public long position() {
        return position;
    }

    /**
     * {@return the registration id of the publication it was offered to} Several clients may publish to one stream;
     * each message names its own; 0, or a later publication of the same log, where that one ended long ago.
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
