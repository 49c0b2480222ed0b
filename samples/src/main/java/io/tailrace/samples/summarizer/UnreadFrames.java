/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Header;
import io.tailrace.Image;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;

/**
 * Hands on what a snapshot does not have yet. Who was killed between writing it and acknowledging is given messages
 * again that are in it. And says so where there is a gap behind the snapshot. For one thread.
 */
final class UnreadFrames<E extends Exception> implements CheckedFrameHandler<E> {
    private static final long NO_LOG = -1;

    private final Map<Long, Long> positions;
    private final CheckedFrameHandler<E> handler;
    private final Consumer<String> losses;
    /** The log of the last message, where all of it that comes now is new. */
    private long newLog = NO_LOG;

    UnreadFrames(ReadPositions restored, CheckedFrameHandler<E> handler, Consumer<String> losses) {
        this.positions = new HashMap<>(restored.byLog());
        this.handler = handler;
        this.losses = losses;
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) throws E {
        if (header.image().logId() == newLog || isUnread(header)) {
            handler.onFrame(buffer, offset, length, header);
        }
    }

    private boolean isUnread(Header header) {
        Image image = header.image();
        Long position = positions.get(image.logId());
        if (position != null && header.position() < position) {
            return false;
        }
        if (position != null) {
            positions.remove(image.logId());
            long lost = image.joinPosition() - position; // A place that was kept has begun before.
            if (lost > 0) {
                losses.accept("events were lost, for the place of the subscription was given up: stream="
                        + image.stream() + ", log=" + image.logId() + ", bytes=" + lost);
            }
        }
        newLog = image.logId();
        return true;
    }
}
