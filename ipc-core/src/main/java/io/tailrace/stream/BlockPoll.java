/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.BlockHandler;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.read.FrameReader;

/** The poll of an image that delivers a block. By the thread inside the image. */
public final class BlockPoll {
    private BlockPoll() {}

    /** From now on waits for messages of a subscription stay before padding, which is part of a block. Any thread. */
    public static void begin(StreamSubscription subscription) {
        subscription.messages().readInBlocks();
    }

    static int inside(LogImage image, BlockHandler handler, int maxLength) {
        image.readInPlaceIfJoined();
        if (image.dropping != null) {
            throw new IllegalStateException("no block: the subscriber does not gate, or was evicted: stream="
                    + image.stream() + ", log=" + image.logId() + "; poll it, or subscribe anew with policy BLOCK");
        }
        FrameReader reader = image.reader;
        int length = image.isClosedNow() ? 0 : reader.measureRun(maxLength);
        if (length > 0) {
            long from = reader.position();
            handler.onBlock(reader.buffer(), reader.payloadOffset() - HEADER_LENGTH, length, from, image);
            image.header.wrap(FrameLayout.header(length, FrameLayout.TYPE_PAD, FrameLayout.DRIVER_OWNER), from);
            reader.seek(from + length); // After the handler: a block whose handler throws was not delivered.
            image.publishRead(reader.runMessages());
        }
        return length;
    }
}
