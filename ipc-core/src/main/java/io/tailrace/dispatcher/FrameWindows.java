/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.dispatcher.FrameWindow.ReaderRole;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/** The logs of a dispatch, each with its window. Any thread. */
final class FrameWindows {
    private final FrameWindow.Limits limits;
    private final int lanes;
    /** Frames. */
    final LongAdder read = new LongAdder();
    /** How often reading stopped because a window was full. */
    final LongAdder full = new LongAdder();

    private volatile FrameWindow[] windows = {};

    /** Each window has these limits and lanes. */
    FrameWindows(FrameWindow.Limits limits, int lanes) {
        this.limits = limits;
        this.lanes = lanes;
    }

    FrameWindow[] all() {
        return windows;
    }

    synchronized void add(FrameFeed feed, long position) {
        FrameWindow[] more = Arrays.copyOf(windows, windows.length + 1);
        more[windows.length] = new FrameWindow(feed, position, limits, lanes);
        windows = more;
    }

    private synchronized void retire(FrameWindow window) {
        windows = Arrays.stream(windows).filter(other -> other != window).toArray(FrameWindow[]::new);
        window.feed.release();
    }

    synchronized void releaseAll() {
        Arrays.stream(windows).forEach(window -> window.feed.release());
        windows = new FrameWindow[0];
    }

    /** {@return whether anything was read} */
    boolean read() {
        boolean progress = false;
        for (FrameWindow window : windows) {
            progress |= read(window);
        }
        return progress;
    }

    private boolean read(FrameWindow window) {
        ReaderRole role = window.role;
        if (!role.tryTake()) {
            return false;
        }
        int frames = 0;
        do {
            if (!window.feed.isClosed()) {
                frames += window.feed.read(window);
                if (!window.hasRoom()) {
                    full.increment();
                }
            } else if (window.isEmpty()) {
                retire(window); // This thread keeps the role, so no thread reads the log any more.
                return false;
            }
        } while (!role.release());
        if (frames != 0) {
            read.add(frames);
        }
        return frames != 0;
    }

    boolean isAtRest() {
        for (FrameWindow window : windows) {
            if (!window.isAtRest()) {
                return false;
            }
        }
        return true;
    }

    boolean framesWait() {
        for (FrameWindow window : windows) {
            if (!window.order.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    long sum(ToLongFunction<FrameWindow> figure) {
        return Arrays.stream(windows).mapToLong(figure).sum();
    }
}
