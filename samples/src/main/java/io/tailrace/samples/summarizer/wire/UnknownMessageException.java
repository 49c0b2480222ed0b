/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.Header;

/** A message is none of those that belong into its stream: another program, or another version of this, wrote it. */
public final class UnknownMessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownMessageException(int length, Header header) {
        super("not a message of the Summarizer: stream=" + header.stream() + ", position=" + header.position()
                + ", length=" + length + "; end whoever else publishes to this stream");
    }
}
