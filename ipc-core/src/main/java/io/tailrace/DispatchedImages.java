/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.dispatch.Dispatcher;
import io.tailrace.dispatch.FrameFeeds;
import io.tailrace.dispatch.FrameKey;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells a dispatcher of the images of a subscription as they come. Any of its threads. */
final class DispatchedImages implements FrameFeeds {
    private static final Image[] NONE = {};

    private final Subscription subscription;
    private final FrameHandler handler;
    private final FrameKey key;
    private final int seats;
    private final Consumer<@Nullable Throwable> whenEnded;
    /** Those that were told, or were closed before that. */
    private volatile Image[] known = NONE;

    DispatchedImages(
            Subscription subscription,
            FrameHandler handler,
            FrameKey key,
            int seats,
            Consumer<@Nullable Throwable> whenEnded) {
        this.subscription = subscription;
        this.handler = handler;
        this.key = key;
        this.seats = seats;
        this.whenEnded = whenEnded;
    }

    @Override
    public boolean update(Dispatcher dispatcher) {
        if (known != subscription.currentImages()) {
            addNew(dispatcher);
        }
        return !subscription.isClosed();
    }

    private synchronized void addNew(Dispatcher dispatcher) {
        Image[] current = subscription.currentImages();
        for (Image image : current) {
            if (!image.isClosed() && !Arrays.asList(known).contains(image)) {
                long position = image.beginDispatch();
                dispatcher.add(new DispatchedImage(image, handler, key, seats), position);
            }
        }
        known = current;
    }

    @Override
    public void ended(@Nullable Throwable failure) {
        whenEnded.accept(failure);
    }
}
