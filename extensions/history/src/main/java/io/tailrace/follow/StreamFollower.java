/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.follow;

import io.tailrace.stream.LogImage;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Follows the logs of one stream. Follower's thread only, except where stated. */
public abstract class StreamFollower<L extends LogFollower> {
    public final StreamSubscription subscription;
    private LogImage[] images = {};
    private volatile List<L> logs = List.of();

    protected StreamFollower(StreamSubscription subscription) {
        this.subscription = subscription;
        subscription.readInBlocks(); // Called before any thread waits for messages of the subscription.
    }

    /**
     * {@return the follower of the log of an image; null if the log is not followed}
     *
     * @param known the one that it has; null if the log is new
     */
    protected abstract @Nullable L follow(LogImage image, @Nullable L known) throws IOException;

    /** Finds the current logs, and leaves those that have gone. Returns whether there was any change. */
    public boolean look() throws IOException {
        LogImage[] current = subscription.currentImages();
        if (current == images) {
            return false;
        }
        Map<Long, L> gone = new HashMap<>();
        for (L log : logs) {
            gone.put(log.image.logId(), log);
        }
        List<L> next = new ArrayList<>();
        for (LogImage image : current) {
            L log = follow(image, gone.get(image.logId()));
            if (log != null) {
                log.image = image;
                gone.remove(image.logId());
                next.add(log);
            }
        }
        images = current;
        logs = List.copyOf(next);
        for (L log : gone.values()) {
            log.leave();
        }
        return true;
    }

    /** {@return its logs, as of the last look} Any thread. */
    public final List<L> logs() {
        return logs;
    }

    /** {@return whether the client has lost the subscription, which was reported, and no log is left} Any thread. */
    final boolean isLost() {
        return subscription.isClosed() && logs.isEmpty();
    }
}
