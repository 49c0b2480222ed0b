/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import org.jspecify.annotations.Nullable;

/** Where a dispatch learns what logs there are. */
public interface FrameFeeds {
    /**
     * Adds to the dispatcher what has come since the last call. Cheap where nothing has. Any of its threads, several at a time.
     *
     * @return false if nothing comes any more
     */
    boolean update(Dispatcher dispatcher);

    /**
     * The dispatch has ended, and every feed was released; once.
     *
     * @param failure why it has halted; null if it has not
     */
    void ended(@Nullable Throwable failure);
}
