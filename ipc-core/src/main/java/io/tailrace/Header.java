/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * Where a message comes from. Reused for other messages: valid only inside the handler, for the thread that runs it.
 */
public interface Header {
    /**
     * {@return the position in the log at which the message begins, in bytes; Aeron's is where it ends} Positions
     * ascend, and no two messages of a log have the same. The offer returned {@link #endPosition}: the length with 8
     * bytes of header, rounded up to a multiple of 8, further on.
     */
    long position();

    /** {@return the position behind the message, which its offer returned; the last one's of a batch} */
    long endPosition();

    /**
     * {@return the registration id of the publication that it was offered to} Several clients may publish to one
     * stream; each message names its own. Where that publication ended long ago, this is 0 or a later publication of
     * the same log.
     */
    long publisherId();

    String stream();

    /** {@return the log it stands in, as this subscriber sees it} */
    Image image();
}
