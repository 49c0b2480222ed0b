/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** Takes the messages of a poll, on the polling thread: a {@link CheckedFrameHandler} that throws nothing checked. */
@FunctionalInterface
public interface FrameHandler extends CheckedFrameHandler<RuntimeException> {
    /**
     * A handler that declares that it never waits: not for a lock, not for space in a publication, not for a device. A
     * poll treats it as any other; {@link io.tailrace.dispatch.Strategy#ADAPTIVE} has one thread read and run it.
     */
    @FunctionalInterface
    interface NonBlocking extends FrameHandler {}
}
