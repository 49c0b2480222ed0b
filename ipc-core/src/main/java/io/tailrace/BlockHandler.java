/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import org.agrona.DirectBuffer;

/** Receives blocks of a log: see {@link Image#pollBlock}. */
@FunctionalInterface
public interface BlockHandler {
    /**
     * Called for each block. If it throws, the block counts as not delivered, and the next poll delivers it again.
     *
     * @param buffer holds the frames; read-only, valid until this method returns
     * @param offset where the header of the first frame begins in the buffer
     * @param length total length of the frames in bytes, a multiple of 8
     * @param position of the first frame in the log, in bytes
     * @param image the image that the block belongs to
     */
    void onBlock(DirectBuffer buffer, int offset, int length, long position, Image image);
}
