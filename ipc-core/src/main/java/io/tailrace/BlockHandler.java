/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import org.agrona.DirectBuffer;

/** Receives blocks of a log: see {@link Image#pollBlock}. */
@FunctionalInterface
public interface BlockHandler {
    /**
     * Called for each block. If it throws, the block counts as not delivered, and the next poll delivers it again.
     *
     * @param buffer holds the frames; only valid until this returns, and only to be read
     * @param offset where the header of the first frame begins
     * @param length of all frames, a multiple of 8
     * @param position of the first frame in the log, in bytes
     * @param image in which the block was found
     */
    void onBlock(DirectBuffer buffer, int offset, int length, long position, Image image);
}
