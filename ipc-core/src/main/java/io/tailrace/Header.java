/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.log.FrameLayout;

/** Where a message comes from. One object an image, reused for every message: valid only inside the handler. */
public final class Header {
    private final Image image;
    private long word;

    Header(Image image) {
        this.image = image;
    }

    void wrap(long headerWord) {
        this.word = headerWord;
    }

    /** {@return the position of the message in its log, in bytes: its identity there, ascending} */
    public long position() {
        return image.framePosition();
    }

    /**
     * {@return the registration id of the publication it was offered to} Several clients may publish to one stream; each
     * message names its own; 0, or a later publication of the same log, where that one ended long ago.
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
