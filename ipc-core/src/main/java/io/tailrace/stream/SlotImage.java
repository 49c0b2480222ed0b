/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.Image;
import io.tailrace.Image.Origin;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.internal.Padded;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import io.tailrace.log.SubscriberPolicy;
import org.jspecify.annotations.Nullable;

/** The part of an image that holds its log and its subscriber's slot. Any thread. */
abstract class SlotImage extends Padded implements Image {
    final StreamSubscription subscription;
    final LogFiles files;
    final LogMeta meta;
    final int slot;
    private final long joinPosition;

    SlotImage(StreamSubscription subscription, LogFiles files, int slot, long joinPosition) {
        this.subscription = subscription;
        this.files = files;
        this.meta = files.buffers().meta();
        this.slot = slot;
        this.joinPosition = joinPosition;
    }

    public LogBuffers buffers() {
        return files.buffers();
    }

    @Override
    public StreamSubscription subscription() {
        return subscription;
    }

    @Override
    public String stream() {
        return subscription.stream();
    }

    @Override
    public long logId() {
        return buffers().constants().logId();
    }

    @Override
    public @Nullable Origin origin() {
        LogMirror mirror = buffers().constants().mirror();
        return mirror == null ? null : new Origin(mirror.originHost(), mirror.originLogId());
    }

    @Override
    public long joinPosition() {
        return joinPosition;
    }

    @Override
    public long window() {
        return buffers().constants().window();
    }

    @Override
    public boolean isEndOfStream() {
        return position() >= meta.endPositionAcquire();
    }

    /** {@return whether its log exists only in history} */
    public boolean isGone() {
        return files.isGone();
    }

    @Override
    public long lagBytes() {
        return Math.max(0, meta.tailAcquire() - position());
    }

    /** {@return whether it gates once it has caught up from history with the log} */
    boolean mayJoin() {
        Policy policy = subscription.config().policy();
        return !isGone() && (policy == Policy.BLOCK || policy == Policy.EVICT);
    }

    @Override
    public boolean isGating() {
        return SubscriberPolicy.gates(meta.subscriberPolicy(slot));
    }
}
