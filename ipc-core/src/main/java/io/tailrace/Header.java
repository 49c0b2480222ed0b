/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * Describes a message's origin. It is reused for other messages, so it is valid only inside the handler and only on the
 * thread that runs it.
 */
public interface Header {
    /**
     * {@return the position in the log at which the message begins, in bytes; Aeron's is where it ends} Positions
     * ascend, and no two messages of a log have the same position. The offer returned {@link #endPosition}, which adds
     * the length plus 8 bytes of header, rounded up to a multiple of 8.
     */
    long position();

    /**
     * {@return the position at which the message ends, which its offer returned; a batch offer returned that of its
     * last message}
     */
    long endPosition();

    /**
     * {@return the registration id of the publication that the message was offered to} Several clients may publish to
     * one stream; each message identifies its own publication. If that publication ended long ago, this is 0 or the id
     * of a later publication of the same log.
     */
    long publisherId();

    String stream();

    /** {@return the log that holds the message, as this subscriber sees it} */
    Image image();
}
