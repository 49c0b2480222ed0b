/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.follow;

import io.tailrace.stream.LogImage;
import java.io.IOException;

/** Follows one log. Follower's thread only. */
public abstract class LogFollower {
    /** The client may open another image of the log. */
    protected LogImage image;

    protected LogFollower(LogImage image) {
        this.image = image;
    }

    /**
     * The image has gone: its log has ended and was read, or the log was removed, or the subscription was lost. If it
     * fails for want of heap or stack, it is called again.
     */
    protected abstract void leave() throws IOException;
}
