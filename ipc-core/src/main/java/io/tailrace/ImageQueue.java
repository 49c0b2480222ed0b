/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.log.LogLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The images of a subscription that begins at the oldest message, as far as they are not its turn yet: those of logs
 * that have ended come one after the other, and then all others at once. The driver tells them in that order. An image
 * that waits has its slot already, so it gates and loses nothing. Under the conductor's lock.
 */
final class ImageQueue {
    /**
     * An image that waits.
     *
     * @param hasEnded whether nobody published to its log any more when it came
     */
    private record Entry(Image image, boolean hasEnded) {}

    private final Deque<Entry> waiting = new ArrayDeque<>();
    private @Nullable Image ended;

    /** Takes an image; the consumer gets it at once or when those before it are read. */
    void add(Image image, Consumer<Image> inTurn) {
        boolean hasEnded = image.buffers().meta().endPositionAcquire() != LogLayout.NONE;
        waiting.add(new Entry(image, hasEnded));
        advance(inTurn);
    }

    /** Takes an image out that has not had its turn. Returns whether there was one. */
    boolean remove(Image image) {
        return waiting.removeIf(entry -> entry.image == image);
    }

    /** An image is gone that had its turn: the consumer gets those that waited for it. */
    void next(Image image, Consumer<Image> inTurn) {
        if (image == ended) {
            ended = null;
            advance(inTurn);
        }
    }

    private void advance(Consumer<Image> inTurn) {
        while (ended == null && !waiting.isEmpty()) {
            Entry next = waiting.remove();
            ended = next.hasEnded ? next.image : null;
            inTurn.accept(next.image);
        }
    }

    List<Image> waiting() {
        return waiting.stream().map(Entry::image).toList();
    }
}
