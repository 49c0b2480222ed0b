/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.BlockHandler;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.read.FrameReader;

/** The poll of an image that delivers a block. Used by the thread inside the image. */
public final class BlockPoll {
    private BlockPoll() {}

    /** From now on waits for messages of a subscription stop before padding, which is part of a block. Any thread. */
    public static void begin(StreamSubscription subscription) {
        subscription.messages().readInBlocks();
    }

    static int inside(LogImage image, BlockHandler handler, int maxLength) {
        image.readInPlaceIfJoined();
        requireInPlace(image);
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

    private static void requireInPlace(LogImage image) {
        if (image.dropping != null) {
            throw new IllegalStateException("no block: the subscriber does not gate, or was evicted: stream="
                    + image.stream() + ", log=" + image.logId() + "; poll it, or subscribe again with policy BLOCK");
        }
    }

    static boolean acknowledge(LogImage image, long end) {
        requireDelivered(image, end);
        boolean isAll = end == image.readPosition(); // A check for messages may also have passed padding.
        return image.publishPosition(isAll ? image.reader.position() : end, messagesBefore(image, end));
    }

    static boolean rewind(LogImage image, long end) {
        requireInPlace(image);
        requireDelivered(image, end);
        image.messages = messagesBefore(image, end);
        image.reader.seek(end);
        image.header.wrap(FrameLayout.header(0, FrameLayout.TYPE_PAD, FrameLayout.DRIVER_OWNER), end);
        return true;
    }

    /** {@return about how many unacknowledged messages that were read lie before a position} */
    private static long messagesBefore(LogImage image, long end) {
        long done = image.progress.messages();
        long bytes = image.readPosition() - image.position();
        long part = end - image.position();
        return bytes == 0 ? image.messages : done + (image.messages - done) * part / bytes;
    }

    private static void requireDelivered(LogImage image, long end) {
        long done = image.position();
        long read = image.readPosition();
        if (end < done || end > read || end % FrameLayout.FRAME_ALIGNMENT != 0) {
            throw new IllegalArgumentException("no end of what was delivered: position=" + end + ", from=" + done
                    + ", to=" + read + ", stream=" + image.stream() + ", log=" + image.logId());
        }
    }
}
