/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.log.LogLayout;
import io.tailrace.stream.LogImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The images of a subscription that also reads what has ended, as far as it is not their turn yet: those of logs that
 * have ended come one after the other, as they were made, and then all others at once. Which there are is known when
 * the driver says that the subscription is ready. An image that waits has its slot already, so it gates and loses
 * nothing. Under the conductor's lock.
 */
final class ImageQueue {
    /**
     * An image that waits.
     *
     * @param hasEnded whether nobody published to its log any more when it came
     */
    private record Entry(LogImage image, boolean hasEnded) {
        private static final Comparator<Entry> ORDER =
                Comparator.comparing((Entry entry) -> !entry.hasEnded).thenComparingLong(entry -> entry.image.logId());
    }

    private final List<Entry> waiting = new ArrayList<>();
    private boolean begun;
    private @Nullable LogImage ended;

    /** Takes an image; the consumer gets it when those before it are read, and not before the first turn begins. */
    void add(LogImage image, Consumer<LogImage> inTurn) {
        boolean hasEnded = image.buffers().meta().endPositionAcquire() != LogLayout.NONE;
        waiting.add(new Entry(image, hasEnded));
        advance(inTurn);
    }

    /** The subscription is ready. */
    void begin(Consumer<LogImage> inTurn) {
        begun = true;
        advance(inTurn);
    }

    /** Takes an image out that has not had its turn. Returns whether there was one. */
    boolean remove(LogImage image) {
        return waiting.removeIf(entry -> entry.image == image);
    }

    /** An image is gone that had its turn: the consumer gets those that waited for it. */
    void next(LogImage image, Consumer<LogImage> inTurn) {
        if (image == ended) {
            ended = null;
            advance(inTurn);
        }
    }

    private void advance(Consumer<LogImage> inTurn) {
        waiting.sort(Entry.ORDER);
        while (begun && ended == null && !waiting.isEmpty()) {
            Entry next = waiting.remove(0);
            ended = next.hasEnded ? next.image : null;
            inTurn.accept(next.image);
        }
    }

    List<LogImage> waiting() {
        return waiting.stream().map(Entry::image).toList();
    }
}
