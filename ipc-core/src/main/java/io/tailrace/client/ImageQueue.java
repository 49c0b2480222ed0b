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
 * The waiting images of a subscription that also reads ended logs. Images of ended logs get their turn one after the
 * other, in the order in which the logs were made, and then all others at once. The set is known when the driver
 * reports that the subscription is ready. A waiting image already has its slot, so it gates and loses nothing. Used
 * under the conductor's lock.
 */
final class ImageQueue {
    private final List<LogImage> waiting = new ArrayList<>();
    private boolean begun;
    private @Nullable LogImage ended;

    /**
     * Adds an image; the consumer receives it when the images before it are read, and not before the first turn begins.
     */
    void add(LogImage image, Consumer<LogImage> inTurn) {
        waiting.add(image);
        advance(inTurn);
    }

    /** The subscription is ready. */
    void begin(Consumer<LogImage> inTurn) {
        begun = true;
        advance(inTurn);
    }

    /** Removes an image that has not had its turn. Returns whether there was one. */
    boolean remove(LogImage image) {
        return waiting.remove(image);
    }

    /** Called when an image that had its turn is gone: the consumer receives the images that waited for it. */
    void next(LogImage image, Consumer<LogImage> inTurn) {
        if (image == ended) {
            ended = null;
            advance(inTurn);
        }
    }

    private void advance(Consumer<LogImage> inTurn) {
        if (!begun || ended != null) {
            return;
        }
        List<LogImage> endingFirst = waiting.stream()
                .sorted(Comparator.comparing((LogImage image) -> !takesNoMore(image))
                        .thenComparingLong(LogImage::logId))
                .toList();
        for (LogImage next : endingFirst) {
            ended = takesNoMore(next) ? next : null;
            waiting.remove(next);
            inTurn.accept(next);
            if (ended != null) {
                return;
            }
        }
    }

    /**
     * {@return whether a log has ended, or is about to} Only the newest of a stream's concurrent logs accepts
     * publications. If a driver died between the two steps, the end of the older log may not be stored yet.
     */
    private boolean takesNoMore(LogImage image) {
        return image.buffers().meta().endPositionAcquire() != LogLayout.NONE
                || (isConcurrent(image)
                        && waiting.stream().anyMatch(other -> isConcurrent(other) && other.logId() > image.logId()));
    }

    private static boolean isConcurrent(LogImage image) {
        return image.buffers().constants().kind() == LogLayout.KIND_CONCURRENT;
    }

    List<LogImage> waiting() {
        return List.copyOf(waiting);
    }
}
