/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.log.LogLayout;
import io.tailrace.stream.LogImage;
import java.util.ArrayList;
import java.util.Collections;
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
    private final List<LogImage> waiting = new ArrayList<>();
    private boolean begun;
    private @Nullable LogImage ended;

    /** Takes an image; the consumer gets it when those before it are read, and not before the first turn begins. */
    void add(LogImage image, Consumer<LogImage> inTurn) {
        waiting.add(image);
        advance(inTurn);
    }

    /** The subscription is ready. */
    void begin(Consumer<LogImage> inTurn) {
        begun = true;
        advance(inTurn);
    }

    /** Takes an image out that has not had its turn. Returns whether there was one. */
    boolean remove(LogImage image) {
        return waiting.remove(image);
    }

    /** Another image of the same log takes the place of one. Returns whether that has not had its turn yet. */
    boolean replace(LogImage image, LogImage next) {
        ended = image == ended ? next : ended;
        return Collections.replaceAll(waiting, image, next);
    }

    /** An image is gone that had its turn: the consumer gets those that waited for it. */
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
     * {@return whether a log has ended, or is about to} Of the concurrent logs of a stream only the newest one takes
     * publications. Where a driver has died between the two, the end of the older one may not be stored yet.
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
