/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

/**
 * How much of one log may be in flight: read, and not behind the completed prefix. That much comes again after a crash.
 *
 * @param frames at most; a power of two
 * @param bytes no more is read while it is as many, so it may be one frame more
 */
public record WindowLimits(int frames, long bytes) {
    static final int MAX_FRAMES = 1 << 20;

    /**
     * @throws IllegalArgumentException if a limit is out of range
     */
    public WindowLimits {
        if (frames < 1 || frames > MAX_FRAMES || Integer.bitCount(frames) != 1) {
            throw new IllegalArgumentException(
                    "window is no power of two in range: frames=" + frames + ", min=1, max=" + MAX_FRAMES);
        }
        if (bytes < 1) {
            throw new IllegalArgumentException("window without bytes: bytes=" + bytes + ", min=1");
        }
    }
}
